"""Two address pools overlap.

Why: one address would be given out twice, as a loopback and on a link.

Example: `links: 10.0.0.0/8` beside `hosts: 10.0.0.0/10`.

Fix: give each pool addresses of its own.

Source: RFC 1812 section 2.2.5 (an address names one interface).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "ADR002"
SEVERITY = Severity.ERROR
POINT = Point.ADDRESSING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``pools-overlap`` problem of the addresses."""
    if design.addresses is not None:
        yield from findings(design.addresses.problems, "pools-overlap")
