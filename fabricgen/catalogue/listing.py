"""Lists of what the catalogue holds."""

from collections.abc import Iterator

import orjson

from fabricgen.catalogue.breakout import speed_mbps, speed_text
from fabricgen.catalogue.choice import split_text
from fabricgen.catalogue.tables import Table, as_records, as_text
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.platform import CableKind, NicPorts, NicType, NodeType, Platform

KINDS = ("switches", "dpus", "nodes", "nics", "models", "cables")
FORMAT_VERSION = 1
_UNFILTERED = ("models", "cables")


def listing(
    catalogue: Catalogue,
    *,
    kind: str | None = None,
    vendor: str | None = None,
    asic: str | None = None,
    speed: str | None = None,
    form: str = "text",
) -> str:
    """Return a list of the catalogue as text or JSON.

    Args:
        catalogue: What to list.
        kind: One of ``KINDS``; None lists all, or the switches where a filter is given.
        vendor: Only platforms of this vendor.
        asic: Only platforms whose ASIC vendor, family or part contains this text.
        speed: Only platforms with fabric ports of this speed, such as ``800G``.
        form: ``text`` or ``json``.

    Raises:
        ValueError: The speed is none, or a filter does not apply to what is listed.
    """
    if kind in _UNFILTERED and (vendor or asic or speed):
        raise ValueError(f"{kind} are listed whole; --vendor, --asic and --speed do not apply")
    if kind in ("nodes", "nics") and asic:
        raise ValueError(f"--asic applies to switches and dpus, not to {kind}")
    filtered = vendor is not None or asic is not None or speed is not None
    kinds = KINDS if kind is None and not filtered else (kind or "switches",)
    wanted = speed_mbps(speed) if speed is not None else None
    if wanted is not None and speed is not None and speed.strip().isdecimal() and wanted < 1000:
        raise ValueError(f"{speed} without a unit is in Mb/s; write {speed.strip()}G")
    tables = tuple(_table(catalogue, item, vendor, asic, wanted) for item in kinds)
    if form == "json":
        lists = {item: as_records(table) for item, table in zip(kinds, tables, strict=True)}
        document = {"format_version": FORMAT_VERSION, **lists}
        return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()
    if filtered and not any(table.rows for table in tables):
        return "nothing fits these filters; leave one out (fabricgen catalogue list shows all)"
    return as_text(tables)


def _table(
    catalogue: Catalogue, kind: str, vendor: str | None, asic: str | None, speed: int | None
) -> Table:
    if kind == "nodes":
        nodes = (node for node in catalogue.nodes.values() if _node_fits(node, vendor, speed))
        return node_table(catalogue, tuple(nodes))
    if kind == "nics":
        nics = (nic for nic in catalogue.nics.values() if _nic_fits(nic, vendor, speed))
        return nic_table(catalogue, tuple(nics))
    if kind == "models":
        return model_table(catalogue)
    if kind == "cables":
        return cable_table(catalogue)
    chosen = tuple(select(catalogue, vendor=vendor, asic=asic, speed=speed))
    return platform_table(
        kind, tuple(item for item in chosen if (item.role == "dpu") == (kind == "dpus"))
    )


def _node_fits(node: NodeType, vendor: str | None, speed: int | None) -> bool:
    ports = [nics.port_speed_mbps for nics in (node.backend, node.frontend, node.storage) if nics]
    first = node.product.partition(" ")[0].lower()
    return (vendor is None or vendor.lower() in first) and (speed is None or speed in ports)


def _nic_fits(nic: NicType, vendor: str | None, speed: int | None) -> bool:
    speeds = [port for _, port in nic.splits]
    return (vendor is None or vendor.lower() in nic.vendor.lower()) and (
        speed is None or speed in speeds
    )


def select(
    catalogue: Catalogue,
    *,
    vendor: str | None = None,
    asic: str | None = None,
    speed: int | None = None,
) -> Iterator[Platform]:
    """Yield the platforms that fit all filters, by id; ``speed`` in Mb/s."""
    for platform in catalogue.platforms.values():
        names = (platform.asic.vendor, platform.asic.family, platform.asic.part or "")
        text = " ".join(names).lower().replace(" ", "")
        if vendor is not None and vendor.lower() not in vendor_of(platform).lower():
            continue
        if asic is not None and asic.lower().replace(" ", "") not in text:
            continue
        if speed is not None and speed not in supported_speeds(platform):
            continue
        yield platform


def vendor_of(platform: Platform) -> str:
    """Return the vendor of a platform: the first word of its product name."""
    return platform.product.partition(" ")[0]


def supported_speeds(platform: Platform) -> tuple[int, ...]:
    """Return every speed in Mb/s that a fabric port of a platform can run at, fastest first."""
    speeds = {
        speed
        for cage in platform.fabric_cages
        for mode in cage.modes.values()
        for part in mode.parts
        for speed in part.speeds_mbps
    }
    return tuple(sorted(speeds, reverse=True))


def capacity_mbps(platform: Platform) -> int:
    """Return the sum over the fabric cages of what the fastest mode of each carries, in Mb/s."""
    return sum(
        max(
            sum(part.count * max(part.speeds_mbps) for part in mode.parts)
            for mode in cage.modes.values()
        )
        for cage in platform.fabric_cages
    )


def platform_table(title: str, platforms: tuple[Platform, ...]) -> Table:
    """Return one row a platform."""
    rows = tuple(
        (
            platform.id,
            platform.product,
            platform.asic.family,
            f"{capacity_mbps(platform) / 1e6:.1f}T",
            split_text(platform.hwskus[platform.default_hwsku]),
            ", ".join(speed_text(speed) for speed in supported_speeds(platform)),
        )
        for platform in platforms
    )
    columns = ("id", "product", "asic", "capacity", "ports as shipped", "speeds")
    return Table(title=title, columns=columns, rows=rows)


def node_table(catalogue: Catalogue, chosen: tuple[NodeType, ...] | None = None) -> Table:
    """Return one row a node type, of all or of those chosen."""
    columns = ("id", "product", "gpus", "back-end", "front-end", "storage", "DPUs", "GPU memory")
    return Table(
        title="nodes",
        columns=columns,
        rows=tuple(
            _node_row(node) for node in (catalogue.nodes.values() if chosen is None else chosen)
        ),
    )


def _node_row(node: NodeType) -> tuple[str, ...]:
    return (
        node.id,
        node.product,
        str(node.gpus),
        nics_text(node.backend),
        nics_text(node.frontend),
        nics_text(node.storage),
        str(node.dpus),
        f"{node.hbm_gb} GB" if node.hbm_gb is not None else "unknown",
    )


def nics_text(nics: NicPorts | None) -> str:
    """Return the NICs of a node in words, such as ``8 x 800G as 2 x 400G``."""
    if nics is None or nics.nics == 0:
        return "none"
    text = f"{nics.nics} x {speed_text(nics.speed_mbps)}"
    split = f" as {nics.ports} x {speed_text(nics.port_speed_mbps)}"
    return text + (split if nics.ports > 1 else "")


def nic_table(catalogue: Catalogue, chosen: tuple[NicType, ...] | None = None) -> Table:
    """Return one row a NIC, of all or of those chosen."""
    rows = tuple(
        (nic.id, nic.product, nic.vendor, splits_text(nic), "yes" if nic.dpu else "no")
        for nic in (catalogue.nics.values() if chosen is None else chosen)
    )
    return Table(title="nics", columns=("id", "product", "vendor", "ports", "DPU"), rows=rows)


def splits_text(nic: NicType) -> str:
    """Return the ways to run a NIC in words, such as ``1 x 800G or 2 x 400G``."""
    return " or ".join(f"{ports} x {speed_text(speed)}" for ports, speed in nic.splits)


def model_table(catalogue: Catalogue) -> Table:
    """Return one row a language model."""
    rows = tuple(
        (
            model.id,
            model.product,
            _billions(model.parameters),
            _billions(model.active_parameters),
            _number(model.layers),
            _number(model.hidden),
            str(model.experts),
        )
        for model in catalogue.models.values()
    )
    columns = ("id", "product", "parameters", "active", "layers", "hidden", "experts")
    return Table(title="models", columns=columns, rows=rows)


def _billions(count: int) -> str:
    return f"{count / 1e9:g}B"


def _number(value: int | None) -> str:
    return "unknown" if value is None else str(value)


def cable_table(catalogue: Catalogue) -> Table:
    """Return one row a kind of cable, with its reach at each lane rate."""
    rates = (10_000, 25_000, 50_000, 100_000, 200_000)
    columns = ("id", "product", "medium", *(f"{speed_text(rate)} lanes" for rate in rates))

    def reach(cable: CableKind, rate: int) -> str:
        return f"{cable.reach_m[rate]} m" if rate in cable.reach_m else "-"

    rows = tuple(
        (cable.id, cable.product, cable.medium, *(reach(cable, rate) for rate in rates))
        for cable in catalogue.cables.values()
    )
    return Table(title="cables", columns=columns, rows=rows)
