"""The platform of a tier is no switch.

Why: a DPU card has two ports and cannot forward between nodes.

Example: `leaf: nvidia-bf3`.

Fix: name a switch platform (`fabricgen catalogue list`).

Source: SONiC buildimage device/nvidia-bluefield, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP013"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``switch-role`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "switch-role")
