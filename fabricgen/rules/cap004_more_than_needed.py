"""The network is more than the work needs.

Why: GPUs of one scale-up domain reach each other over NVLink or Infinity Fabric, and work that stays inside it
never uses a back-end network. Switches and optics that no job uses are money and watts.

Example: one node of 8 GPUs and `fabrics.backend: {switch: nvidia-sn5600}`.

Fix: leave the back-end out, or take the smallest network with `topology: auto`. Keep it if nodes will be added, and say
so with `grow_to`, or accept the finding with the reason.

Source: NVIDIA enterprise reference architectures (RDMA east-west is optional for inference); OCP guidance on enterprise
clusters.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP004"
SEVERITY = Severity.WARNING
POINT = Point.SIZING


def check(design: Design) -> Iterator[Finding]:
    """Yield where less network would do."""
    if design.sizing is not None:
        yield from findings(design.sizing.problems, "more-than-needed")
