"""The platform's own headroom row is below the vendor-neutral need, so a larger one is used.

Why: the bytes that arrive after pause are those on the cable there and back, a frame at each end, and what
a peer may still send while it obeys (IEEE 802.3 gives it 905 pause quanta at 400G). Some tables assume
a faster peer; with a slow one the port would drop lossless packets. The plan therefore takes a longer
cable's row, or the ASIC's arithmetic, and CABLE_LENGTH says so.

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

ID = "QOS006"
SEVERITY = Severity.NOTE
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each fabric and headroom whose own row is below the need."""
    seen: set[tuple[str, Headroom]] = set()
    if design.qos is None or design.topology is None:
        return
    for device in design.topology.devices:
        planned = design.qos.devices.get(device.name)
        for item in planned.headroom if planned else ():
            row = _own_row(design, item)
            if row is None or row.xoff_bytes >= item.needed_bytes or (device.fabric, item) in seen:
                continue
            seen.add((device.fabric, item))
            used = f"row {item.row_cable_m}m" if item.source == "table" else f"its {item.source}"
            yield Finding(
                message=f"row {row.cable_m}m of {item.platform} ({item.hwsku}) at "
                f"{item.speed_mbps} Mb/s gives {row.xoff_bytes} bytes of xoff, and a {item.cable_m} m "
                f"cable may need {item.needed_bytes}: {used} with {item.xoff_bytes} bytes is used",
                hint="nothing to do, unless the buffer it costs matters",
                place=design.intent.place("fabrics", device.fabric, "cables"),
            )


def _own_row(design: Design, item: Headroom) -> HeadroomRow | None:
    """Return the row of the next cable length, the one SONiC itself would take."""
    platform = design.catalogue.platforms.get(item.platform)
    rows = platform.hwskus[item.hwsku].headroom_rows if platform else ()
    longer = [
        row for row in rows if row.speed_mbps == item.speed_mbps and row.cable_m >= item.cable_m
    ]
    return min(longer, key=lambda row: row.cable_m, default=None)
