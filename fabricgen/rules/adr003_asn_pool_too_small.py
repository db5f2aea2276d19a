"""The range of AS numbers is too small for the design.

Why: every leaf and DPU has its own AS number and the spines of a plane share one; that keeps the
fabric valley-free. The range is cut into sixteen slices like the address pools.

Example: `asn: 64512-65534` for more than 61 leaves in one plane.

Fix: use a four-byte range such as 4200000000-4200999999.

Source: RFC 6996 (private AS numbers), RFC 7938 section 5.2.1.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "ADR003"
SEVERITY = Severity.ERROR
POINT = Point.ADDRESSING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``asn-pool-too-small`` problem of the addresses."""
    if design.addresses is not None:
        yield from findings(design.addresses.problems, "asn-pool-too-small")
