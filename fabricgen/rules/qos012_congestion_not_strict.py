"""The congestion class is not strict.

Why: a congestion notification that waits behind data arrives late, and the sender keeps its rate while the
queue fills. Strict priority costs nothing: notifications are a tiny share of the traffic.

Example: `congestion: {name: cnp, dscp: 48, priority: 6, strict: false}`.

Fix: leave `strict` out or write `strict: true`.

Source: NVIDIA Cumulus Linux, RoCE: traffic class 6 strict; AMD Pollara 400 guide: priority 6 strict.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point

ID = "QOS012"
SEVERITY = Severity.WARNING
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for a congestion class that shares bandwidth by weight."""
    congestion = design.intent.qos.congestion
    if not congestion.strict and design.intent.qos.lossless:
        yield Finding(
            message=f"congestion class {congestion.name} (queue {congestion.priority}) is scheduled "
            "by weight, behind the data it is to slow down",
            hint="write strict: true",
            place=design.intent.place("qos", "congestion", "strict"),
        )
