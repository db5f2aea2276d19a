"""Adaptive routing has no model in SONiC.

Why: no SONiC release up to 202605, nor master, has CONFIG_DB tables for adaptive routing and
switching (ARS); a file with such tables is refused by the switch. With plain hashing, n flows on n
equal paths leave (1 - 1/n)^n of the paths idle, 36% of 32.

Example: `load_balancing: adaptive`.

Fix: use ecmp, or write `sonic: {extensions: [ars]}` for a vendor's release that has ARS. More queue pairs for each connection give the hash more to spread, and more planes
spread by the NIC.

Source: SONiC ARS design document (not merged); sonic-net/sonic-buildimage src/sonic-yang-models, commit
086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE002"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``no-adaptive-routing`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "no-adaptive-routing")
