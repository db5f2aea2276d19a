"""A lossless class breaks at one hop between two NICs.

Why: a class is lossless only if every hop keeps it so: both ends of every link put its DSCP in the same
priority, pause that priority, and have headroom for what still arrives over the real cable. One hop that does
not drops under load, and nothing else in the network shows it.

Example: the NICs send RoCE with DSCP 24 (`nic: {dscp: 24}`), and the leaves put DSCP 26 in the lossless queue.

Fix: give both ends, which the message names, the same DSCP and priority.

Source: IEEE 802.1Qbb; IEEE 802.1Q annex on PFC buffer requirements.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS016"
SEVERITY = Severity.ERROR
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "path-broken")
