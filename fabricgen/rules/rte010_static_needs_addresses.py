"""Static routes are asked for over links without addresses.

Why: a static route names its next hop; the link-local address of the far end is not known before it
is up.

Example: `links: unnumbered` and a fabric with `routing: static`.

Fix: give links a prefix, or use `routing: bgp`.

Source: sonic-static-route.yang.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE010"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``static-needs-addresses`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "static-needs-addresses")
