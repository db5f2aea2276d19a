"""A row of the platform's own headroom table is unsound, so another one is used.

Why: the bytes that arrive after pause are those on the cable there and back, a frame at each end, and what
a peer may still send while it obeys (IEEE 802.3 gives it 905 pause quanta at 400G). Some tables assume
a faster peer; with a slow one the port would drop lossless packets. Other rows give a long cable less than
a shorter one, which is a mistake of the table. The plan therefore takes a longer cable's row, or the ASIC's
arithmetic, and CABLE_LENGTH says so.

Example: NVIDIA SN4700 gives 38912 bytes of xoff at 400G and 5 m; a 3 m cable may need 77620, and the 40 m
row has 77824.

Fix: nothing, unless the buffer it costs matters: then use a HwSKU or platform with other rows.

Source: IEEE 802.1Q annex on PFC buffer requirements; sonic-buildimage pg_profile_lookup.ini,
commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.platform import HeadroomRow
from fabricgen.model.qos import Headroom
from fabricgen.model.rule import Point
from fabricgen.rules._headrooms import headrooms

ID = "QOS006"
SEVERITY = Severity.NOTE
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each fabric and headroom whose own row is passed over."""
    for item, place in headrooms(design):
        rows = _rows(design, item)
        row = _own_row(rows, item)
        fault = "" if row is None else _fault(row, rows, item)
        if row is None or not fault:
            continue
        used = f"row {item.row_cable_m}m" if item.source == "table" else f"its {item.source}"
        yield Finding(
            message=f"row {row.cable_m}m of {item.platform} ({item.hwsku}) at "
            f"{item.speed_mbps} Mb/s gives {row.xoff_bytes} bytes of xoff, and {fault}: {used} with "
            f"{item.xoff_bytes} bytes is used",
            hint="nothing to do, unless the buffer it costs matters",
            place=place,
        )


def _fault(row: HeadroomRow, rows: tuple[HeadroomRow, ...], item: Headroom) -> str:
    if row.xoff_bytes < item.needed_bytes:
        return f"a {item.cable_m} m cable may need {item.needed_bytes}"
    larger = [one for one in rows if one.cable_m < item.cable_m and one.xoff_bytes > row.xoff_bytes]
    most = max(larger, key=lambda one: one.xoff_bytes, default=None)
    return f"row {most.cable_m}m gives a shorter cable {most.xoff_bytes}" if most else ""


def _rows(design: Design, item: Headroom) -> tuple[HeadroomRow, ...]:
    """Return the rows of the speed, in the order of the table."""
    platform = design.catalogue.platforms.get(item.platform)
    rows = platform.hwskus[item.hwsku].headroom_rows if platform else ()
    return tuple(row for row in rows if row.speed_mbps == item.speed_mbps)


def _own_row(rows: tuple[HeadroomRow, ...], item: Headroom) -> HeadroomRow | None:
    """Return the row of the next cable length, the one SONiC itself would take."""
    longer = [row for row in rows if row.cable_m >= item.cable_m]
    return min(longer, key=lambda row: row.cable_m, default=None)
