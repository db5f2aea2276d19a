"""The traffic class chain of every port, composed: DSCP to class, priority group and queue."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fabricgen.model.configdb import ConfigDb, FabricFiles, FileEnd, Row
from fabricgen.rules._fabric import once

DSCPS = 64
Chain = tuple[tuple[str, str, str, bool], ...]


def plain(reference: str | None) -> str | None:
    """Return the row name of a reference, also of the old form ``[TABLE|name]``."""
    if reference is None:
        return None
    text = reference.strip()
    if text.startswith("[") and text.endswith("]"):
        return text[1:-1].partition("|")[2]
    return text


def by_port(config: ConfigDb, table: str) -> Iterator[tuple[str, str, str]]:
    """Yield (port, rest of the key, key) for tables keyed by port; old keys hold several ports."""
    for key in config.rows(table):
        ports, _, rest = key.partition("|")
        for port in ports.split(","):
            yield port, rest, key


def indexes(text: str) -> tuple[int, ...]:
    """Return the numbers of ``3`` or ``3-4``, empty for anything else."""
    low, dash, high = text.partition("-")
    if not (low.isdecimal() and (high.isdecimal() if dash else True)) or len(text) > 7:
        return ()
    return tuple(range(int(low), int(high if dash else low) + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class PortClasses:
    """What PORT_QOS_MAP gives a port.

    ``pause`` are the priorities with PFC, as text. ``chain`` has one entry a DSCP: class, priority
    group, queue, and whether it is lossless; it is None where the port has no DSCP map.
    """

    key: str
    dscp_map: str | None
    pause: frozenset[str]
    chain: Chain | None


def _map_row(config: ConfigDb, table: str, name: str | None) -> Row:
    return config.row(table, name) if name else {}


def _chain(config: ConfigDb, names: tuple[str | None, ...], pause: frozenset[str]) -> Chain:
    dscp, to_pg, to_queue, pfc_to_pg = (
        _map_row(config, table, name)
        for table, name in zip(
            (
                "DSCP_TO_TC_MAP",
                "TC_TO_PRIORITY_GROUP_MAP",
                "TC_TO_QUEUE_MAP",
                "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
            ),
            names,
            strict=True,
        )
    )
    lossless = {str(pfc_to_pg.get(priority, priority)) for priority in pause}
    result: list[tuple[str, str, str, bool]] = []
    for value in range(DSCPS):
        tc = str(dscp.get(str(value), "0"))
        pg = str(to_pg.get(tc, tc))
        result.append((tc, pg, str(to_queue.get(tc, tc)), pg in lossless))
    return tuple(result)


def _port_classes(config: ConfigDb) -> Mapping[str, PortClasses]:
    shared = config.row("PORT_QOS_MAP", "global")
    chains: dict[tuple[tuple[str | None, ...], frozenset[str]], Chain] = {}
    result: dict[str, PortClasses] = {}
    for port, _, key in by_port(config, "PORT_QOS_MAP"):
        if port == "global":
            continue
        row = config.row("PORT_QOS_MAP", key)
        texts = [
            row.get(field, shared.get(field))
            for field in ("dscp_to_tc_map", "tc_to_pg_map", "tc_to_queue_map", "pfc_to_pg_map")
        ]
        names = tuple(plain(text) if isinstance(text, str) else None for text in texts)
        enabled = config.text("PORT_QOS_MAP", key, "pfc_enable") or ""
        pause = frozenset(part.strip() for part in enabled.split(",") if part.strip())
        if names[0] is not None and (names, pause) not in chains:
            chains[names, pause] = _chain(config, names, pause)
        chain = chains.get((names, pause)) if names[0] is not None else None
        result[port] = PortClasses(key=key, dscp_map=names[0], pause=pause, chain=chain)
    return result


@once
def classes(fabric: FabricFiles) -> Mapping[str, Mapping[str, PortClasses]]:
    """Return the classes of every port with a PORT_QOS_MAP row, by device and port."""
    return {name: _port_classes(config) for name, config in fabric.devices.items()}


def classes_of(fabric: FabricFiles, end: FileEnd) -> PortClasses | None:
    """Return the classes of one port, None where it has no PORT_QOS_MAP row."""
    return classes(fabric).get(end.device, {}).get(end.port)


@once
def group_profiles(fabric: FabricFiles) -> Mapping[FileEnd, Mapping[int, tuple[str, str]]]:
    """Return the profile and the row key of every priority group in BUFFER_PG, by port."""
    result: dict[FileEnd, dict[int, tuple[str, str]]] = {}
    for name, config in fabric.devices.items():
        for port, rest, key in by_port(config, "BUFFER_PG"):
            profile = plain(config.text("BUFFER_PG", key, "profile"))
            for group in indexes(rest):
                end = FileEnd(device=name, port=port)
                result.setdefault(end, {})[group] = profile or "", key
    return result


@once
def cable_metres(fabric: FabricFiles) -> Mapping[FileEnd, tuple[int, str, str]]:
    """Return metres, row key and port of every readable CABLE_LENGTH entry."""
    result: dict[FileEnd, tuple[int, str, str]] = {}
    for name, config in fabric.devices.items():
        for key, row in config.rows("CABLE_LENGTH").items():
            for port, value in row.items():
                text = value.strip() if isinstance(value, str) else ""
                if text.endswith("m") and text[:-1].isdecimal() and len(text) < 9:
                    result[FileEnd(device=name, port=port)] = int(text[:-1]), key, port
    return result


def is_lossless(fabric: FabricFiles, end: FileEnd, profile: str) -> bool:
    """Return whether a priority group's profile keeps headroom; ``NULL`` lets the daemon choose one."""
    config = fabric.devices[end.device]
    if profile == "NULL":
        return True
    return "xoff" in config.row("BUFFER_PROFILE", profile) or profile.startswith("pg_lossless_")
