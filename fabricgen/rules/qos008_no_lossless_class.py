"""A fabric carries RDMA and no class is lossless.

Why: RoCE recovers from loss slowly; without PFC one dropped packet can stall a collective.

Example: `qos: {lossless: []}` beside `fabrics: {backend: ...}`.

Fix: leave `qos.lossless` out for the default class, or accept the finding where the NICs handle loss.

Source: IBTA RoCEv2 annex A17; Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS008"
SEVERITY = Severity.WARNING
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "no-lossless-class")
