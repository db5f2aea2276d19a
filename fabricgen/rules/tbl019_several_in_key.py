"""One key names several entries.

Why: early releases took port lists in keys; current ones look the whole text up as one port name
    and find nothing.

Example: `QUEUE|Ethernet0,Ethernet8|3`.

Fix: write one row for each port.

Source: sonic-net/sonic-buildimage issue 4664 era qos.json files.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL019"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "several-in-key")
