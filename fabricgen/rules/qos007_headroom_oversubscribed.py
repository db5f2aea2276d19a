"""The shared headroom pool is smaller than the headroom of all lossless ports.

Why: vendors size the pool for the ports that are likely to be paused at once. More of them at full headroom
would drop lossless packets; shipped configurations oversubscribe 2.3 to 6 times.

Example: Dell Z9864F keeps 33374584 bytes; 64 ports of 800G on 5 m cables may need 46687232.

Fix: nothing, or shorter cables and fewer lossless priorities to lower the risk.

Source: sonic-buildimage buffers_defaults_*.j2, commit 086b03bd70f9; Bai et al., NSDI 2023.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS007"
SEVERITY = Severity.NOTE
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "headroom-oversubscribed")
