"""Groups of one fabric differ in their NICs or scalable units.

Why: all leaves of a fabric have one shape: the same number of rails, one port speed, one number of
host ports. Groups that differ would need leaves of different shapes.

Example: a group of nodes with 8 NICs of 400 Gb/s beside a group with 4 NICs of 800 Gb/s.

Fix: use node types with equal NICs and the same scalable_unit, or one intent for each kind of node.

Source: NVIDIA DGX SuperPOD reference architectures (H100, B200, B300), network fabrics.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP004"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``mixed-nodes`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "mixed-nodes")
