"""The two ends of a link have different speeds.

Why: a link with different speeds stays down.

Example: leaf-1 Ethernet16 has speed 400000, spine-1 Ethernet0 has 200000.

Fix: set one speed on both ends; where a cage is split, use the breakout mode that gives it.

Source: SONiC YANG model sonic-port; IEEE 802.3.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric_link import differ, port_field

ID = "FAB020"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link whose ends differ."""
    yield from differ(
        fabric,
        port_field("speed"),
        "speed",
        what="speed",
        unit=" Mb/s",
        hint="set one speed on both ends, and a breakout mode that gives it",
    )
