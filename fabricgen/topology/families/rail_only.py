"""Rail-only Clos: each rail of a plane is a fabric of its own, no spine joins two rails.

Traffic between rails crosses the scale-up network inside the node first (PXN).

Source: DeepSeek-V3, ISCA'25 (multi-plane fat tree); Rail-only, arXiv 2307.12169.
"""

from fabricgen.topology.clos_family import build_clos
from fabricgen.topology.part import FabricRequest, Part
from fabricgen.topology.pattern import Pattern

FABRICS = ("backend",)
_PATTERN = Pattern(name="rail-only", spine_per_rail=True)


def build(request: FabricRequest) -> Part:
    """Return the fabric.

    Raises:
        Refused: The intent asks for what these switches cannot be.
    """
    return build_clos(request, _PATTERN)
