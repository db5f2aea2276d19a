"""A static fabric of several tiers does not route around a failure.

Why: a static route leaves with its own link only. A spine that lost its link to a leaf keeps
receiving that leaf's share from all others, and drops it. Transports that spray over planes and
leave dead paths by themselves live with it; others lose flows.

Example: `fabrics: {backend: {planes: 4, routing: static}}`.

Fix: use `routing: bgp`, or accept this finding where the NICs choose the paths.

Source: RFC 7938 section 5; multi-path reliable transports (Ultra Ethernet specification 1.0, path selection).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE011"
SEVERITY = Severity.WARNING
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``static-reroutes-nothing`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "static-reroutes-nothing")
