"""Rail-optimised Clos of two or three tiers: a leaf serves one rail of one plane of one unit.

All NICs of one rail of a unit meet on one leaf; every leaf of a plane (of a pod in three tiers)
meets every spine of it; planes share no switch. Scalable units are built whole.

Source: NVIDIA DGX SuperPOD reference architectures (H100, B200, B300), network fabrics.
"""

from fabricgen.topology.clos_family import build_clos
from fabricgen.topology.part import FabricRequest, Part
from fabricgen.topology.pattern import Pattern

FABRICS = ("backend",)
_PATTERN = Pattern(name="rail-optimized")


def build(request: FabricRequest) -> Part:
    """Return the fabric.

    Raises:
        Refused: The intent asks for what these switches cannot be.
    """
    return build_clos(request, _PATTERN)
