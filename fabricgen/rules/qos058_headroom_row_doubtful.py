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
from fabricgen.model.rule import Point
from fabricgen.rules._headrooms import headrooms

ID = "QOS058"
SEVERITY = Severity.WARNING
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each fabric and headroom whose row something speaks against."""
    for item, place in headrooms(design):
        if item.doubt:
            yield Finding(
                message=f"row {item.row_cable_m}m of {item.platform} ({item.hwsku}) at {item.speed_mbps} Mb/s "
                f"gives {item.xoff_bytes} bytes of xoff: {item.doubt}",
                hint="ask the vendor for a measured row, or state a longer cable to get a larger one",
                place=place,
            )
