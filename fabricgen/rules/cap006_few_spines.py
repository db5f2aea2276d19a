"""A two-tier back-end has fewer than four spines.

Why: with two spines the loss of one takes half of the bandwidth between leaves, and a second fault during the repair cuts the fabric. Vendors who
tested it met pause storms at two failures with congestion.

Example: 32 nodes on 128-port switches need only two spines by bandwidth.

Fix: `spine: {count: 4}` spreads the same cables over four spines; or keep two and accept the risk.

Source: Juniper validated design for AI data centres (at least four spines).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point

ID = "CAP006"
SEVERITY = Severity.NOTE
POINT = Point.FEASIBILITY
FEWEST = 4


def check(design: Design) -> Iterator[Finding]:
    """Yield back-ends with one to three spines a plane."""
    size = design.topology.sizes.get("backend") if design.topology else None
    if size is None or size.spine_count == 0:
        return
    spines = size.spine_count // size.planes
    if spines < FEWEST:
        left = 100 * (spines - 1) // spines
        yield Finding(
            message=f"the back-end has {spines} spine{'s' if spines > 1 else ''} a plane: losing one leaves {left} % of the "
            "bandwidth between leaves",
            hint="spine: {count: 4} spreads the same cables over more spines",
            place=design.intent.place("fabrics", "backend"),
        )
