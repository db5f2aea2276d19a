"""A key does not have the form of its table.

Why: keys are split at `|` and the number of parts chooses the kind of row; another number fits
    none, and the row is dropped.

Example: `INTERFACE|Ethernet16|VrfA|10.1.0.9/31`.

Fix: write the key as the hint shows.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models);
    sonic-net/sonic-buildimage issue 16186.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL006"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "bad-key")
