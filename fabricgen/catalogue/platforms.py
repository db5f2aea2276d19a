"""Platform files: from YAML to ``Platform``, each HwSKU read when it is asked for."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from fabricgen.catalogue.breakout import children, mode_of
from fabricgen.catalogue.buffers import buffer_defaults, headroom_rows
from fabricgen.catalogue.capabilities import capabilities
from fabricgen.catalogue.fields import Fields, read_fields
from fabricgen.catalogue.layout import cages, cages_of_ports, fixed_ports, port_names, runs
from fabricgen.catalogue.lazy import Lazy
from fabricgen.model.platform import Asic, Cage, HeadroomInputs, Hwsku, Platform, PortSpec

_SAME_AS = "same as "


def read_platform(path: Path) -> Platform:
    """Return the platform of a file; its id is the file's name.

    Raises:
        CatalogueFileError: The file breaks the format.
    """
    return platform_of(read_fields(path), path.stem)


def platform_of(fields: Fields, name: str) -> Platform:
    """Return the platform a file's content describes, under the id ``name``."""
    hwskus = fields.mappings("hwskus")
    default = fields.text("default_hwsku")
    if default not in hwskus:
        raise fields.error("default_hwsku", f"{default} is not among hwskus")
    groups = fields.children("cages")
    known = (
        tuple(cages(groups))
        if groups
        else tuple(cages_of_ports(_target(fields, default).children("ports")))
    )
    source = fields.child("source")
    return Platform(
        id=name,
        aliases=fields.texts("aliases"),
        product=fields.text("product"),
        platform=fields.text("platform"),
        role=fields.text("role"),
        asic=_asic(fields.child("asic")),
        default_hwsku=default,
        cages=known,
        hwskus=Lazy(tuple(hwskus), lambda sku: _hwsku(fields, sku, known)),
        source=_source(source),
        default_topology=fields.text_or_none("default_topology"),
    )


def _source(fields: Fields) -> str:
    parts = (
        fields.text_or_none("repository"),
        fields.text_or_none("folder"),
        f"commit {fields.text('commit')}" if "commit" in fields else None,
        fields.text_or_none("note"),
    )
    return ", ".join(part for part in parts if part)


def _asic(fields: Fields) -> Asic:
    whole = fields.number_or_none("buffer_bytes")
    pool = fields.number_or_none("largest_pool_bytes")
    sonic_type, family = fields.text("sonic_type"), fields.text("family")
    return Asic(
        sonic_type=sonic_type,
        vendor=fields.text("vendor"),
        family=family,
        part=fields.text_or_none("part"),
        cell_bytes=fields.number_or_none("cell_bytes"),
        buffer_bytes=whole if whole is not None else pool,
        buffer_is_pool=whole is None and pool is not None,
        headroom_inputs=_inputs(fields.child("headroom_inputs")),
        capabilities=capabilities(sonic_type, family),
        scale={name: fields.child("scale").number(name) for name in fields.child("scale").raw},
        sources=fields.text_map("sources"),
    )


def _inputs(fields: Fields) -> HeadroomInputs | None:
    if not fields.raw:
        return None
    return HeadroomInputs(
        pipeline_latency_kib=fields.real_or_none("pipeline_latency_kib") or 0.0,
        mac_phy_delay_kib=fields.real_or_none("mac_phy_delay_kib") or 0.0,
        peer_response_kib=fields.real_or_none("peer_response_kib") or 0.0,
        port_reserved_cells=fields.number("port_reserved_cells"),
        port_max_cells=fields.number("port_max_cells"),
    )


def _target(fields: Fields, name: str) -> Fields:
    hwskus = fields.mappings("hwskus")
    entry = hwskus[name]
    if "same_as" in entry:
        other = entry.text("same_as")
        if other not in hwskus or "same_as" in hwskus[other]:
            raise entry.error("same_as", f"{other} is no HwSKU of this file with its own entry")
        entry = hwskus[other]
    return entry


def _hwsku(fields: Fields, name: str, known: tuple[Cage, ...]) -> Hwsku:
    entry = _target(fields, name)
    entry = _section(fields, _section(fields, entry, "headroom"), "buffers")
    breakout = runs(entry, known)
    groups, priorities = entry.children("ports"), entry.numbers("lossless_priorities")
    ports = fixed_ports(groups, known) if groups else _shipped(entry, known)
    roles = {
        port: role
        for role, text in entry.text_map("port_role").items()
        for port in port_names(text)
    }
    return Hwsku(
        name=name,
        ports=tuple(
            replace(port, role=roles[port.name]) if port.name in roles else port for port in ports
        ),
        breakout=breakout,
        headroom_rows=headroom_rows(entry),
        buffers=tuple(buffer_defaults(entry)),
        lossless=bool(priorities),
        lossless_priorities=priorities,
        # Without a map of its own it has the stock one: each priority to the queue of its number.
        lossless_queues=entry.numbers("lossless_queues") or priorities,
        anomalies=entry.texts("anomalies"),
    )


def _section(fields: Fields, entry: Fields, key: str) -> Fields:
    """Return the entry with ``same as NAME`` under ``key`` replaced by that HwSKU's section."""
    text = entry.raw.get(key)
    if not isinstance(text, str):
        return entry
    other = text.removeprefix(_SAME_AS)
    hwskus = fields.mappings("hwskus")
    if not text.startswith(_SAME_AS) or not isinstance(hwskus[other].raw.get(key), list):
        raise entry.error(key, f"{text!r} names no HwSKU of this file that has {key}")
    return Fields(entry.file, entry.path, {**entry.raw, key: hwskus[other].raw[key]})


def _shipped(entry: Fields, known: tuple[Cage, ...]) -> Iterator[PortSpec]:
    breakout = runs(entry, known)
    changes: dict[str, list[tuple[str, str | None]]] = {}
    for row in entry.rows("overrides"):
        for name in port_names(row.text(2)):
            changes.setdefault(name, []).append((row.text(0), row.text_or_none(1)))
    for cage in known:
        if cage.parent not in breakout:
            continue
        try:
            mode = mode_of(cage, breakout[cage.parent])
        except KeyError as error:
            raise entry.error("breakout", str(error.args[0])) from error
        for port in children(cage, mode):
            yield _override(entry, port, changes.get(port.name, []))


def _override(entry: Fields, port: PortSpec, changes: list[tuple[str, str | None]]) -> PortSpec:
    for field, value in changes:
        if field == "fec":
            port = replace(port, fec=value)
        elif field == "autoneg":
            port = replace(port, autoneg=value)
        else:
            raise entry.error("overrides", f"{field} is neither fec nor autoneg")
    return port
