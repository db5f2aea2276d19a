"""A job wants its gradients summed in the switches.

Why: SHARP lives in InfiniBand and NVLink switches. Ethernet switches under SONiC forward packets and add nothing, so an all-reduce over them moves
2(n-1)/n times its bytes, whatever the job hopes for.

Example: `reduction: in-network` on a SONiC back-end.

Fix: `reduction: ring` or `reduction: tree`.

Source: NVIDIA nccl-tests PERFORMANCE.md (bus-bandwidth factors); NVIDIA SHARP documentation.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP015"
SEVERITY = Severity.ERROR
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``in-network-reduction``."""
    if design.feasibility is not None:
        yield from findings(design.feasibility.problems, "in-network-reduction")
