"""One page for each thing the catalogue holds."""

from collections.abc import Iterator, Mapping

import orjson

from fabricgen.catalogue.breakout import lanes_used, port_row, speed_text
from fabricgen.catalogue.choice import split_text
from fabricgen.catalogue.listing import (
    FORMAT_VERSION,
    capacity_mbps,
    nics_text,
    splits_text,
    supported_speeds,
)
from fabricgen.catalogue.oddities import aliases_of_two_cages, headroom_oddities
from fabricgen.catalogue.store import nearest
from fabricgen.catalogue.tables import Table, as_records, as_text
from fabricgen.model.catalogue import Catalogue, GpuModel
from fabricgen.model.platform import CableKind, Capability, Hwsku, NicType, NodeType, Platform

_FACTS = ("fact", "value")
_SCALE = {
    "ecmp_members": "ECMP members",
    "ecmp_groups": "ECMP groups",
    "ipv4_routes": "IPv4 routes",
    "ipv6_routes": "IPv6 routes",
    "neighbors": "neighbours",
}


def page(catalogue: Catalogue, item: str, *, form: str = "text") -> str:
    """Return the page of a platform, node type, NIC, model or cable, as text or JSON.

    Raises:
        KeyError: The catalogue has no such entry; the text names the nearest one.
    """
    tables = tables_of(catalogue, item)
    if form != "json":
        return as_text(tables)
    document: dict[str, object] = {"format_version": FORMAT_VERSION, "id": item}
    for table in tables:
        facts = table.columns == _FACTS
        document[table.title] = (
            {row[0]: row[1] for row in table.rows} if facts else as_records(table)
        )
    if item in catalogue.platforms:
        document["ports"] = {
            name: {port.name: port_row(port) for port in hwsku.ports}
            for name, hwsku in catalogue.platforms[item].hwskus.items()
        }
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()


def tables_of(catalogue: Catalogue, item: str) -> tuple[Table, ...]:
    """Return the tables of an entry's page.

    Raises:
        KeyError: The catalogue has no such entry; the text names the nearest one.
    """
    if item in catalogue.platforms:
        return tuple(platform_tables(catalogue.platforms[item]))
    if item in catalogue.nodes:
        return (_node_table(catalogue.nodes[item]),)
    if item in catalogue.nics:
        return (_nic_table(catalogue.nics[item]),)
    if item in catalogue.models:
        return (_model_table(catalogue.models[item]),)
    if item in catalogue.cables:
        return (_cable_table(catalogue.cables[item]),)
    kinds: tuple[Mapping[str, object], ...] = (
        catalogue.platforms,
        catalogue.nodes,
        catalogue.nics,
        catalogue.models,
        catalogue.cables,
    )
    for known in kinds:
        near = nearest(known, item)
        if near is not None:
            raise KeyError(f"the catalogue has no {item!r}; did you mean {near}?")
    raise KeyError(f"the catalogue has no {item!r}; see `fabricgen catalogue list`")


def platform_tables(platform: Platform) -> Iterator[Table]:
    """Yield the tables of a platform's page: facts, breakouts, HwSKUs, capabilities, errors."""
    yield _facts(platform)
    yield Table(
        title="breakout modes",
        columns=("cages", "lanes", "mode", "ports of a cage", "use"),
        rows=tuple(_modes(platform)),
    )
    yield Table(
        title="HwSKUs",
        columns=(
            "HwSKU",
            "ports",
            "layout",
            "PFC priorities",
            "queues",
            "headroom rows",
            "cables (m)",
        ),
        rows=tuple(_hwsku(platform, hwsku) for hwsku in platform.hwskus.values()),
    )
    buffers = tuple(_buffers(platform))
    if buffers:
        columns = ("HwSKU", "for", "default cable", "pool", "type", "size", "shared headroom")
        yield Table(title="buffer pools (bytes)", columns=columns, rows=buffers)
    yield Table(
        title="capabilities",
        columns=("capability", "supported", "from release", "note", "source"),
        rows=tuple(_capability(item) for item in platform.asic.capabilities.values()),
    )
    oddities = tuple(_oddities(platform))
    if oddities:
        yield Table(
            title="known errors of the upstream files", columns=("HwSKU", "error"), rows=oddities
        )


def _facts(platform: Platform) -> Table:
    asic, sources = platform.asic, platform.asic.sources
    largest = "largest pool" if asic.buffer_is_pool else "packet buffer"
    buffer_source = sources.get("largest_pool_bytes" if asic.buffer_is_pool else "buffer_bytes", "")
    rows = (
        ("id", platform.id),
        ("aliases", ", ".join(platform.aliases) or "none"),
        ("product", platform.product),
        ("platform", platform.platform),
        ("role", platform.role),
        ("ASIC", " ".join(part for part in (asic.vendor, asic.family, asic.part) if part)),
        ("capacity", f"{capacity_mbps(platform) / 1e6:.1f} Tb/s"),
        ("speeds", ", ".join(speed_text(speed) for speed in supported_speeds(platform))),
        ("cell", _sourced(asic.cell_bytes, sources.get("cell_bytes", ""))),
        (largest, _sourced(asic.buffer_bytes, buffer_source)),
        *((words, _unknown(asic.scale.get(name))) for name, words in _SCALE.items()),
        ("default HwSKU", platform.default_hwsku),
        ("source", platform.source),
    )
    return Table(title=platform.id, columns=_FACTS, rows=rows)


def _sourced(value: int | None, source: str) -> str:
    if value is None:
        return "unknown"
    return f"{value} bytes ({source})" if source else f"{value} bytes"


def _modes(platform: Platform) -> Iterator[tuple[str, ...]]:
    """Yield a row a mode for each run of cages with the same modes."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for cage in platform.cages:
        key = (len(cage.lanes), cage.service, tuple(cage.modes))
        groups.setdefault(key, []).append(cage.parent)
    by_parent = {cage.parent: cage for cage in platform.cages}
    for parents in groups.values():
        cage = by_parent[parents[0]]
        for mode in cage.modes.values():
            split = " + ".join(
                f"{part.count} x {speed_text(part.speeds_mbps[0])}" for part in mode.parts
            )
            idle = len(cage.lanes) - lanes_used(mode)
            yield (
                f"{len(parents)} from {parents[0]}",
                str(len(cage.lanes)),
                mode.name,
                split + (f", {idle} lanes idle" if idle else ""),
                "service" if cage.service else "fabric",
            )


def _hwsku(platform: Platform, hwsku: Hwsku) -> tuple[str, ...]:
    cables = sorted({row.cable_m for row in hwsku.headroom_rows})
    default = " (default)" if hwsku.name == platform.default_hwsku else ""
    return (
        hwsku.name + default,
        split_text(hwsku),
        "fixed" if hwsku.fixed_ports else "by breakout",
        ", ".join(str(priority) for priority in hwsku.lossless_priorities) or "none",
        ", ".join(str(queue) for queue in hwsku.lossless_queues) or "none",
        str(len(hwsku.headroom_rows)),
        ", ".join(str(cable) for cable in cables) or "none",
    )


def _buffers(platform: Platform) -> Iterator[tuple[str, ...]]:
    for name, hwsku in platform.hwskus.items():
        for entry in hwsku.buffers:
            cable = "-" if entry.default_cable_m is None else f"{entry.default_cable_m} m"
            for pool in entry.pools:
                yield (
                    name,
                    ", ".join(entry.topologies),
                    cable,
                    pool.name,
                    f"{pool.type}, {pool.mode}",
                    _unknown(pool.size_bytes),
                    "-" if pool.xoff_bytes is None else str(pool.xoff_bytes),
                )


def _capability(item: Capability) -> tuple[str, ...]:
    answer = {True: "yes", False: "no", None: "unknown"}[item.supported]
    return (item.name, answer, item.release or "-", item.note, item.source)


def _oddities(platform: Platform) -> Iterator[tuple[str, str]]:
    yield from (("all", text) for text in aliases_of_two_cages(platform))
    for name, hwsku in platform.hwskus.items():
        yield from ((name, text) for text in hwsku.anomalies)
        yield from (
            (name, oddity.message)
            for oddity in headroom_oddities(hwsku.headroom_rows, platform.asic.cell_bytes)
        )


def _node_table(node: NodeType) -> Table:
    rows = (
        ("id", node.id),
        ("product", node.product),
        ("GPUs", str(node.gpus)),
        ("back-end NICs", nics_text(node.backend)),
        ("front-end NICs", nics_text(node.frontend)),
        ("storage NICs", nics_text(node.storage)),
        ("management ports", str(node.oob_ports)),
        ("DPUs", str(node.dpus)),
        ("GPUs of a scale-up domain", _unknown(node.domain_gpus)),
        ("memory of a GPU", _unknown(node.hbm_gb, " GB")),
        ("dense BF16 peak of a GPU", _unknown(node.bf16_tflops, " TFLOPS")),
        ("scale-up bandwidth of a GPU, one way", _unknown(node.nvlink_gbytes_per_s, " GB/s")),
        ("source", node.source),
    )
    return Table(title=node.id, columns=_FACTS, rows=rows)


def _nic_table(nic: NicType) -> Table:
    rows = (
        ("id", nic.id),
        ("product", nic.product),
        ("vendor", nic.vendor),
        ("ports", splits_text(nic)),
        ("DPU", "yes" if nic.dpu else "no"),
        ("source", nic.source),
    )
    return Table(title=nic.id, columns=_FACTS, rows=rows)


def _model_table(model: GpuModel) -> Table:
    rows = (
        ("id", model.id),
        ("product", model.product),
        ("parameters", str(model.parameters)),
        ("parameters used per token", str(model.active_parameters)),
        ("layers", _unknown(model.layers)),
        ("hidden size", _unknown(model.hidden)),
        ("attention heads", _unknown(model.heads)),
        ("key-value heads", _unknown(model.kv_heads)),
        ("experts", str(model.experts)),
        ("experts per token", _unknown(model.experts_per_token)),
        ("source", model.source),
    )
    return Table(title=model.id, columns=_FACTS, rows=rows)


def _cable_table(cable: CableKind) -> Table:
    rows = (
        ("id", cable.id),
        ("product", cable.product),
        ("medium", cable.medium),
        ("connector", cable.connector),
        *(
            (f"reach at {speed_text(rate)} a lane", f"{length} m")
            for rate, length in cable.reach_m.items()
        ),
        ("source", cable.source),
    )
    return Table(title=cable.id, columns=_FACTS, rows=rows)


def _unknown(value: float | None, unit: str = "") -> str:
    if value is None:
        return "unknown"
    return f"{value}{unit}" if isinstance(value, int) else f"{value:g}{unit}"
