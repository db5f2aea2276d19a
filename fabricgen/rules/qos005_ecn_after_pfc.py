"""ECN cannot mark before PFC pauses.

Why: DCQCN slows senders only when packets are marked. When the shared buffer of a port is smaller than two
frames above the marking threshold, PFC pauses first and congestion spreads backwards.

Example: 128 ports of 100G on Celestica Silverstone v2 share 8140288 bytes at alpha 1/8: ECN would have to
mark below 6359 bytes, less than one frame.

Fix: use a platform with more buffer, fewer ports per switch, or a smaller MTU.

Source: Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 4.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS005"
SEVERITY = Severity.ERROR
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "ecn-after-pfc")
