"""A blank stands beside the delimiter of a key.

Why: the models cut the blank and pass the file; the database keeps it, so the switch never finds
    the row.

Example: `VLAN_MEMBER|Vlan100 | Ethernet16`.

Fix: write the key without blanks at the ends of its parts.

Source: sonic-net/sonic-buildimage, src/sonic-yang-mgmt, key splitting.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL018"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "blank-in-key")
