"""A class takes a priority that is kept for other traffic.

Why: priority 0 carries everything that has no class; paused, it stops ssh and storage with the RDMA
traffic. Priority 7 carries network control, and the stock queue 7 has no scheduler or lossless profile.

Example: `lossless: [{name: roce, dscp: 26, priority: 0}]`.

Fix: use a priority from 1 to 6 for lossless classes (RoCE NICs use 3), not 0 for the congestion class.

Source: IEEE 802.1Q, priority to traffic type mapping; sonic-buildimage qos_config.j2.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS001"
SEVERITY = Severity.ERROR
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "class-priority-reserved")
