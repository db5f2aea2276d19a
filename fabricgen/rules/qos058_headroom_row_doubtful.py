"""A headroom row that is in use is doubtful.

Why: the headroom of a lossless port comes from the platform's own table, which its vendor is taken to have
measured. Some tables are visibly not: every speed and cable has one value, rows of another ASIC were copied,
or the value is no whole number of cells. Such a row is used as long as it covers the vendor-neutral need, and
it may still be too small for small frames.

Example: Nexthop 4010 gives 612140 bytes at 800G for 5, 40 and 300 m alike; other switches of the same ASIC have
835406 at 40 m.

Fix: ask the vendor, or state a longer cable; a platform file of your own may carry sound rows.

Source: sonic-buildimage pg_profile_lookup.ini, commit 086b03bd70f9; the comparison is fabricgen's own.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.qos import Headroom
from fabricgen.model.rule import Point

ID = "QOS058"
SEVERITY = Severity.WARNING
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each fabric and headroom whose row something speaks against."""
    seen: set[tuple[str, Headroom]] = set()
    if design.qos is None or design.topology is None:
        return
    for device in design.topology.devices:
        planned = design.qos.devices.get(device.name)
        for item in planned.headroom if planned else ():
            if not item.doubt or (device.fabric, item) in seen:
                continue
            seen.add((device.fabric, item))
            yield Finding(
                message=f"row {item.row_cable_m}m of {item.platform} ({item.hwsku}) at {item.speed_mbps} Mb/s "
                f"gives {item.xoff_bytes} bytes of xoff: {item.doubt}",
                hint="ask the vendor for a measured row, or state a longer cable to get a larger one",
                place=design.intent.place("fabrics", device.fabric, "cables"),
            )
