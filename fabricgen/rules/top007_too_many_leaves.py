"""Two tiers of this spine do not carry so many leaves.

Why: every leaf of a plane has a link to every spine of the plane, so a spine needs a port for each
leaf. The largest two-tier plane has radix x radix / 2 NIC ports.

Example: 17 scalable units of 64 nodes with 8 rails: 136 leaves a plane on spines of 128 ports of 400 Gb/s.

Fix: build at most the number the message names, choose a spine of higher radix, split the NICs into
more planes, or let the tool add a third tier (leave `tiers` out, or `tiers: 3`).

Source: NVIDIA DGX SuperPOD reference architectures (H100, B200, B300), network fabrics.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP007"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``too-many-leaves`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "too-many-leaves")
