"""The hold time has no room for three keepalives.

Why: a session is down when nothing is heard for the hold time. With less than three keepalives in
it, one or two lost packets take all routes of a neighbour away, and routers lower the interval
themselves.

Example: `routing: {keepalive: 5, holdtime: 10}`.

Fix: use a hold time of three keepalives or more.

Source: RFC 4271 sections 4.4 and 10.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE008"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``keepalive-too-long`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "keepalive-too-long")
