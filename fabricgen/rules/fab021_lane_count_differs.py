"""The two ends of a link run one speed over different numbers of lanes.

Why: 400 Gb/s over 8 lanes of 50 Gb/s does not link with 400 Gb/s over 4 lanes of 100 Gb/s unless a
module with a gearbox stands between.

Example: leaf-1 Ethernet16 has lanes 16-19, spine-1 Ethernet0 has lanes 0-7, both at speed 400000.

Fix: use a breakout mode with the same lanes for each port on both ends (BREAKOUT_CFG).

Source: IEEE 802.3ck and 802.3bs lane rates; SONiC YANG model sonic-port.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_link import differences, port_field

ID = "FAB021"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link of one speed whose ends have different lane counts."""
    for one in differences(fabric, _lanes):
        speeds = [port_field("speed")(fabric, end) for end in (one.odd, one.other)]
        if speeds[0] != speeds[1]:
            continue
        yield found(
            fabric.devices[one.odd.device],
            f"{named(one.odd)} runs {speeds[0]} Mb/s over {one.odd_value} lanes{_mode(fabric, one.odd)}"
            f" but {named(one.other)} at the other end of the link over {one.other_value} lanes"
            f"{_mode(fabric, one.other)}",
            "use breakout modes with as many lanes a port on both ends",
            "PORT",
            one.odd.port,
            "lanes",
        )


def _lanes(fabric: FabricFiles, end: FileEnd) -> str | None:
    text = fabric.devices[end.device].text("PORT", end.port, "lanes")
    return str(len([lane for lane in text.split(",") if lane.strip()])) if text else None


def _mode(fabric: FabricFiles, end: FileEnd) -> str:
    mode = fabric.devices[end.device].text("BREAKOUT_CFG", end.port, "brkout_mode")
    return f" (breakout {mode})" if mode else ""
