"""The planes do not divide the ports of a NIC.

Why: every NIC has one port in every plane, so a NIC must be split into as many ports as there are
planes.

Example: `planes: 2` with the single-port NICs of nvidia-dgx-h100.

Fix: leave planes out, or use a number that divides the ports a NIC can be split into.

Source: NVIDIA DGX SuperPOD with B300, network fabrics: twin plane, one NIC port a plane.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP005"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``planes`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "planes")
