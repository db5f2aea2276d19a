"""Dual-ToR Clos: the ports of each NIC go to two leaves, so that the loss of one stops nothing.

Both leaves are in one plane, or with as many planes as ports each in its own (dual plane).

Source: Alibaba HPN, SIGCOMM'24.
"""

from fabricgen.topology.clos_family import build_clos
from fabricgen.topology.part import FabricRequest, Part
from fabricgen.topology.pattern import Pattern

FABRICS = ("backend",)
_PATTERN = Pattern(name="dual-tor", dual=True)


def build(request: FabricRequest) -> Part:
    """Return the fabric.

    Raises:
        Refused: The intent asks for what these switches cannot be.
    """
    return build_clos(request, _PATTERN)
