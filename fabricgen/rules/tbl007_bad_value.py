"""A value is not one the model allows.

Why: daemons ignore or misread it, and a checked load refuses the file.

Example: `PORT|Ethernet0|mtu` 9217, where 68 to 9216 is legal; `admin_status` `UP`.

Fix: write a legal value; they are in the message.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL007"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "bad-value")
