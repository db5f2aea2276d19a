"""A DPU card and the front-end leaf above it would run their link over different numbers of lanes.

Why: 200G over two lanes of 100G and 200G over four lanes of 50G are two signals; the link stays down.

Example: a BlueField-3 card, 200G over four lanes, on a leaf whose cages split into four ports of 200G
over two lanes each.

Fix: use a front-end leaf that has ports of this speed over as many lanes as the card.

Source: IEEE 802.3ck and 802.3cd (100 and 50 Gb/s lanes); SONiC buildimage device/nvidia-bluefield,
commit 086b03bd70f9 (lanes of the card's ports).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.model.topology import LinkKind

ID = "DPU060"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each pair of platforms whose ports differ in lanes."""
    topology = design.topology
    if topology is None or topology.problems:
        return
    platforms = {device.name: device.platform for device in topology.devices}
    seen: set[tuple[str | None, str | None]] = set()
    for link in topology.links:
        if link.kind is not LinkKind.DPU_LEAF:
            continue
        pair = (platforms[link.upper.device], platforms[link.lower.device])
        if pair in seen:
            continue
        seen.add(pair)
        leaf, card = (
            next(len(p.spec.lanes) for p in topology.ports[end.device] if p.spec.name == end.port)
            for end in (link.upper, link.lower)
        )
        if leaf != card:
            yield Finding(
                message=f"{pair[1]} runs {link.speed_mbps} Mb/s over {card} lanes, and the {link.fabric}"
                f" leaf {pair[0]} over {leaf}: the link would stay down",
                hint=f"choose a {link.fabric} leaf with ports of {link.speed_mbps} Mb/s over {card} lanes,"
                " such as nvidia-sn4700 for BlueField-3",
                place=design.intent.place("fabrics", link.fabric, "leaf")
                if ("fabrics", link.fabric, "leaf") in design.intent.places
                else design.intent.place("fabrics", link.fabric, "switch"),
            )
