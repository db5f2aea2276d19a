"""The number of leaves asked for is not the derived one.

Why: the number of leaves follows from nodes, rails and ports; another number would leave NICs
without a port, or leaves without hosts.

Example: `leaf: {count: 12}` where 8 rails and 2 scalable units give 16 leaves.

Fix: leave count out. A single tier may have 1 leaf, a pair, or one leaf a rail.

Source: NVIDIA DGX SuperPOD reference architectures (H100, B200, B300), network fabrics.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP009"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``leaf-count`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "leaf-count")
