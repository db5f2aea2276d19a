"""The number of spines asked for does not serve the leaves evenly.

Why: each leaf must have the same number of links to each spine, or some paths carry more than
others; and the spines together need a port for every uplink.

Example: `spine: {platform: nvidia-sn5600, count: 3}` under leaves of 64 uplinks.

Fix: use one of the numbers the message names, or leave count out.

Source: NVIDIA DGX SuperPOD reference architectures (H100, B200, B300), network fabrics.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP008"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``spine-count`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "spine-count")
