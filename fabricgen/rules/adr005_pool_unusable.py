"""An address pool holds addresses that no routed interface may have.

Why: switches refuse multicast and loopback addresses on interfaces, and routers do not forward link-local ones, so the fabric stays down.

Example: `links: 224.0.0.0/8`, or `hosts: 169.254.0.0/16`.

Fix: use private addresses (RFC 1918, RFC 4193) or your own.

Source: RFC 6890 (special-purpose address registries).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "ADR005"
SEVERITY = Severity.ERROR
POINT = Point.ADDRESSING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``pool-unusable`` problem of the addresses."""
    if design.addresses is not None:
        yield from findings(design.addresses.problems, "pool-unusable")
