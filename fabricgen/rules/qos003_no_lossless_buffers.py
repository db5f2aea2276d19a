"""A HwSKU of a lossless fabric ships no lossless buffers.

Why: PFC needs an ingress pool, a lossless profile and a lossless queue profile. Without them a port sends
pause frames with no headroom behind them, or none at all.

Example: an Arista 7060DX5-64S or Edgecore AS9716-32D back-end: their folders define no pools, and the chip
runs on the defaults of its SDK.

Fix: choose a platform or HwSKU that ships lossless buffers, or make the fabric lossy (`qos.lossless: []`).

Source: sonic-buildimage buffers_defaults_*.j2, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS003"
SEVERITY = Severity.ERROR
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "no-buffers")
