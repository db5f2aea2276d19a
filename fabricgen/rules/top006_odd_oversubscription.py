"""The oversubscription gives no whole number of uplinks.

Why: a leaf has whole links; rounding would build another ratio than the one asked for.

Example: `scalable_unit: 32` with `oversubscription: 3` asks for 10 2/3 uplinks.

Fix: use a scalable unit that the ratio divides; the message names the nearest ones.

Source: RFC 7938 section 5.1 (oversubscription is the ratio of down to up bandwidth).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP006"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``odd-oversubscription`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "odd-oversubscription")
