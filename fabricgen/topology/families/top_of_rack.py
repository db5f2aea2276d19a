"""Top-of-rack Clos: one leaf a plane serves all NICs of the nodes of a unit, such as a rack.

Rails do not matter: NICs of a node sit side by side on its leaf.

Source: Meta, RDMA over Ethernet for distributed training, SIGCOMM'24.
"""

from fabricgen.topology.clos_family import build_clos
from fabricgen.topology.part import FabricRequest, Part
from fabricgen.topology.pattern import Pattern

FABRICS = ("backend",)
_PATTERN = Pattern(name="top-of-rack", leaf_per_rail=False)


def build(request: FabricRequest) -> Part:
    """Return the fabric.

    Raises:
        Refused: The intent asks for what these switches cannot be.
    """
    return build_clos(request, _PATTERN)
