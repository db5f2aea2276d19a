"""Buffer pools are smaller than the HwSKU ships them.

Why: pools, headroom and reserves come out of one packet buffer. On NVIDIA the shipped sizes assume other
cables; on Broadcom several templates count the headroom pool twice (in the pool's size and as its xoff),
which newer SDKs refuse. fabricgen writes what fits; less is shared, so ECN marks earlier.

Example: 64 ports of 800G on 300 m cables leave 37568448 bytes a pool on NVIDIA SN5600 instead of 52161690;
Nexthop 4210 shares 176481480 bytes, not the 258035400 of its template.

Fix: nothing; on NVIDIA shorter cables leave more to share.

Source: sonic-swss cfgmgr/buffer_pool_mellanox.lua, commit e6b0c5b5d2ab; sonic-buildimage issue 28657.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS010"
SEVERITY = Severity.NOTE
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "pools-shrunk")
