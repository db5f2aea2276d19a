"""Fine-grained next-hop groups do not fit.

Why: every prefix with a fine-grained group takes its own buckets in the ASIC, and a group has at most
128 next hops; routes beyond fall back to plain ECMP or are not installed.

Example: `consistent_hash: true` with 64 uplinks (4032 buckets each) and 500 leaves.

Fix: leave consistent_hash out, or use fewer leaves or uplinks.

Source: sonic-fine-grained-ecmp.yang; SONiC doc/ecmp.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE018"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``too-many-buckets`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "too-many-buckets")
