"""Groups of one fabric differ in ways that its leaves cannot serve.

Why: all leaves of a back-end have as many nodes below and the same uplinks. Groups may differ in the
number and the rate of their NICs, as a scalable unit has leaves of its own; not in the size of a unit, and not where
one tier or a plain fabric puts all groups on the same leaves.

Example: scalable units of 32 and of 16 nodes; 200G beside 400G nodes in a back-end of one tier.

Fix: use the same scalable_unit, a back-end of two tiers, or one intent for each kind of node.

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
