"""A point-to-point subnet is configured on more than two ports.

Why: a /31 (or /30, /126, /127) joins two ports. With a third one, two of them claim the same
address or answer for each other, and sessions and traffic go to whoever answers first.

Example: 10.64.0.0/31 on spine-1 Ethernet0, 10.64.0.1/31 on leaf-1 Ethernet16 and on leaf-2
Ethernet16.

Fix: give the third port the address of its own link.

Source: RFC 3021; RFC 6164.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "FAB002"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every ``subnet-on-many-ports`` problem of rebuilding the fabric."""
    yield from findings(fabric.problems, "subnet-on-many-ports")
