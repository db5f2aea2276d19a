"""The headroom of the lossless ports does not fit the packet buffer.

Why: every lossless port needs headroom for its cable at the same time as the pools share the rest. When
they add up to more than the chip holds, the switch refuses the configuration or drops lossless packets.

Example: two lossless priorities on 64 ports of 800G with 300 m cables need 207556608 bytes on
Tomahawk 5, which has 165364160.

Fix: shorter cables, one lossless priority, fewer ports, or a platform with more buffer.

Source: sonic-swss cfgmgr/buffer_pool_mellanox.lua, commit e6b0c5b5d2ab; 25 % minimum: fabricgen.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS004"
SEVERITY = Severity.ERROR
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "headroom-exceeds-buffer")
