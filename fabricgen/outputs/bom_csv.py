"""``bom.csv``: the bill of materials of the network, for whoever buys it."""

from collections.abc import Iterator
from dataclasses import dataclass

from fabricgen.catalogue import speed_text
from fabricgen.model.design import Design
from fabricgen.model.topology import Role
from fabricgen.outputs.cages import Bundle, Cage, Cages, bundles, cages
from fabricgen.outputs.csv_text import to_csv

FILE = "bom.csv"
HEADER = ("kind", "item", "product", "form", "at", "length_m", "count", "links", "fabrics")
_KINDS = ("switch", "dpu", "cable", "breakout cable", "transceiver", "fibre", "unknown")


@dataclass(frozen=True, slots=True, order=True)
class Item:
    """What is bought: its kind, catalogue id, product, form, where it is plugged, its length."""

    kind: int
    item: str
    product: str
    form: str
    at: str
    length_m: int


Entry = tuple[Item, str, int, int]  # the item, its fabric, how many, links it carries


def bom(design: Design) -> bytes:
    """Return what to buy, as CSV: switches, DPUs, cables, transceivers and fibres.

    A cage counts once, however many ports it is split into: a twin-port cage takes one transceiver
    or one cable. ``links`` are the links that all pieces of a line carry together. Spare cages and
    links of later growth take nothing.

    Raises:
        ValueError: The design has no topology yet.
    """
    if design.topology is None:
        raise ValueError("a bill of materials needs a design with a topology")
    found = cages(design.topology)
    counts: dict[Item, list[int]] = {}
    fabrics: dict[Item, dict[str, None]] = {}
    for item, fabric, count, links in (*_boxes(design), *_cables(design, found)):
        total = counts.setdefault(item, [0, 0])
        total[0] += count
        total[1] += links
        fabrics.setdefault(item, {})[fabric] = None
    rows = (
        (
            _KINDS[item.kind],
            item.item,
            item.product,
            item.form,
            item.at,
            str(item.length_m) if item.length_m else "",
            str(counts[item][0]),
            str(counts[item][1]) if counts[item][1] else "",
            " ".join(fabrics[item]),
        )
        for item in sorted(counts)
    )
    return to_csv(HEADER, rows)


text = bom


def _boxes(design: Design) -> Iterator[Entry]:
    assert design.topology is not None
    known = design.catalogue.platforms
    for device in design.topology.devices:
        if device.platform is None:
            continue
        kind = "dpu" if device.role is Role.DPU else "switch"
        product = known[device.platform].product if device.platform in known else ""
        item = Item(_KINDS.index(kind), device.platform, product, device.hwsku or "", "", 0)
        yield item, device.fabric, 1, 0


def _cables(design: Design, found: Cages) -> Iterator[Entry]:
    for bundle in bundles(design, found):
        if bundle.cable is not None and bundle.cable.connector != "one-piece":
            yield from _optics(bundle, found)
        else:
            yield _cable(bundle, found)


def _cable(bundle: Bundle, found: Cages) -> Entry:
    """Return the one cable of a bundle, or the line that says that there is none."""
    links, kind = bundle.links, bundle.cable
    split = len(bundle.uppers) > 1 or len(bundle.lowers) > 1
    ends = (_carried(bundle, bundle.uppers, found), _carried(bundle, bundle.lowers, found))
    form = ends[0] if ends[0] == ends[1] else " to ".join(ends)
    length = max(link.cable_m for link in links)
    if kind is None:
        words = "no kind of cable in the catalogue reaches"
        return Item(_KINDS.index("unknown"), "", words, form, "", length), *_load(bundle)
    name = "breakout cable" if split else "cable"
    return Item(_KINDS.index(name), kind.id, kind.product, form, "", length), *_load(bundle)


def _load(bundle: Bundle) -> tuple[str, int, int]:
    return bundle.links[0].fabric, 1, len(bundle.links)


def _carried(bundle: Bundle, side: tuple[Cage, ...], found: Cages) -> str:
    """Return what the cable has at one side: ``2x400G``, or ``2 x 1x400G`` for two ends."""
    counts: dict[Cage, dict[int, int]] = {cage: {} for cage in side}
    for link in bundle.links:
        for cage in (found.cage(link.upper), found.cage(link.lower)):
            if cage in counts:
                speeds = counts[cage]
                speeds[link.speed_mbps] = speeds.get(link.speed_mbps, 0) + 1
    texts: dict[str, int] = {}
    for speeds in counts.values():
        words = " + ".join(f"{count}x{speed_text(speed)}" for speed, count in speeds.items())
        texts[words] = texts.get(words, 0) + 1
    return ", ".join(words if n == 1 else f"{n} x {words}" for words, n in texts.items())


def _optics(bundle: Bundle, found: Cages) -> Iterator[Entry]:
    kind = bundle.cable
    assert kind is not None
    fabric = bundle.links[0].fabric
    carried: dict[Cage, int] = dict.fromkeys((*bundle.uppers, *bundle.lowers), 0)
    for link in bundle.links:
        carried[found.cage(link.upper)] += 1
        carried[found.cage(link.lower)] += 1
    for cage, links in carried.items():
        name = f"{kind.kind} transceiver"
        place = found.places.get(cage[0], "node")
        item = Item(
            _KINDS.index("transceiver"), kind.id, name, found.splits.get(cage, ""), place, 0
        )
        yield item, fabric, 1, links
    for link in bundle.links:
        form = speed_text(link.speed_mbps)
        item = Item(_KINDS.index("fibre"), kind.id, kind.product, form, "", link.cable_m)
        yield item, fabric, 1, 1
