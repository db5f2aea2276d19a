"""An address pool is too small for the design.

Why: every pool is cut into sixteen equal slices, so that fabrics and planes never renumber each
other. Each slice must hold all that one fabric and plane will need, planned growth included.

Example: `hosts: 10.0.0.0/16` for 16 scalable units of 64 nodes.

Fix: use the prefix length the message names, or a larger pool.

Source: docs/addressing.md.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "ADR001"
SEVERITY = Severity.ERROR
POINT = Point.ADDRESSING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``pool-too-small`` problem of the addresses."""
    if design.addresses is not None:
        yield from findings(design.addresses.problems, "pool-too-small")
