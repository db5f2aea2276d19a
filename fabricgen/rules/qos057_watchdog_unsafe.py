"""The watchdog's times shoot at plain congestion, or do not end a deadlock.

Why: a pause that ends by itself must not be called a storm: congestion alone can pause for as long as a path of
full buffers takes to drain through its slowest lossless port. And a loop of switches that pause each other is
broken only if one still drops when the last of them has noticed: restoration must last at least detection
and one poll.

Example: `qos.watchdog: {detection: 400, restoration: 400}` with a poll of 400 ms: traffic is let in again 400 ms
before the next switch of the loop has seen the storm.

Fix: a restoration of at least detection + poll; a detection above the figure the message names.

Source: SONiC PFC watchdog design, detection and restoration; the bounds are fabricgen's own.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS057"
SEVERITY = Severity.WARNING
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "watchdog-unsafe")
