"""Inputs of the headroom arithmetic are pinned, and the platform has none.

Why: SONiC computes headroom itself (`buffer_model: dynamic`) only with the scripts of NVIDIA and Tofino, and
small-packet share, lossless MTU, port MTU and gearbox are inputs of that arithmetic. Every other ASIC takes
its headroom from a table, so the values change nothing there and the design is not what they say.

Example: `headroom: {small_packets: 50%}` with Dell Z9864F leaves.

Fix: remove the keys, or supply headroom rows in a platform file of your own.

Source: sonic-swss, scripts buffer_headroom of mellanox, barefoot and vs, commit e6b0c5b5d2ab.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS013"
SEVERITY = Severity.WARNING
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "no-arithmetic")
