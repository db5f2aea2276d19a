"""What the rules on catalogue data share: oddities of rows that a design uses."""

from collections.abc import Iterator
from dataclasses import dataclass

from fabricgen.catalogue import HeadroomOddity, headroom_oddities
from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedOddity:
    """An odd headroom row of a HwSKU and where the intent chose the platform."""

    hwsku: str
    oddity: HeadroomOddity
    place: Place


def used_oddities(design: Design, kind: str) -> Iterator[UsedOddity]:
    """Yield the odd headroom rows of a kind that the design's lossless ports use, each once."""
    if design.qos is None:
        return
    seen: set[tuple[str, str, int, int]] = set()
    for device, plan in design.qos.devices.items():
        for headroom in plan.headroom:
            key = (
                headroom.platform,
                headroom.hwsku,
                headroom.speed_mbps,
                headroom.row_cable_m,
            )
            if key in seen or headroom.platform not in design.catalogue.platforms:
                continue
            seen.add(key)
            platform = design.catalogue.platforms[headroom.platform]
            rows = platform.hwskus[headroom.hwsku].headroom_rows
            for oddity in headroom_oddities(rows, platform.asic.cell_bytes):
                row = oddity.row
                if oddity.kind == kind and (row.speed_mbps, row.cable_m) == key[2:]:
                    yield UsedOddity(
                        hwsku=headroom.hwsku, oddity=oddity, place=place_of(design, device)
                    )


def place_of(design: Design, device: str) -> Place:
    """Return where the intent chose the platform of a device."""
    topology = design.topology
    found = (
        next((item for item in topology.devices if item.name == device), None)
        if (topology is not None)
        else None
    )
    if found is None:
        return Place()
    fabric = found.fabric
    tier = {1: "leaf", 2: "spine", 3: "super_spine"}.get(found.tier, "")
    own = design.intent.place("fabrics", fabric, tier)
    whole = design.intent.place("fabrics", fabric)
    return design.intent.place("fabrics", fabric, "switch") if own == whole else own
