"""The DPUs cannot be configured as asked.

Why: a stand-alone card that runs SONiC has two ports and hangs on a pair of front-end leaves. The
other modes are configured by other tools than CONFIG_DB files.

Example: `dpu: {mode: hbn}`, or `dpu: {}` without `fabrics.frontend`.

Fix: use mode sonic with a front-end fabric, or mode nic for plain NIC ports.

Source: SONiC buildimage device/nvidia-bluefield, commit 086b03bd70f9; NVIDIA DOCA HBN guide.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP012"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``dpu`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "dpu")
