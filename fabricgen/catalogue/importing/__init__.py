"""A SONiC platform folder, as it lies on a switch, into one catalogue file."""

from pathlib import Path

from fabricgen.catalogue.breakout import parse_mode
from fabricgen.catalogue.checked import hold_against_schema
from fabricgen.catalogue.fields import Fields
from fabricgen.catalogue.importing.buffer_files import (
    read_buffers,
    read_headroom,
    read_lossless_priorities,
    read_lossless_queues,
)
from fabricgen.catalogue.importing.compact import (
    breakout_runs,
    cage_groups,
    name_ranges,
    port_groups,
)
from fabricgen.catalogue.importing.port_files import (
    FolderBreakout,
    FolderCage,
    read_breakouts,
    read_cages,
    read_ports,
    unknown_columns,
)
from fabricgen.catalogue.importing.problems import ImportProblemError, Report
from fabricgen.catalogue.importing.writing import catalogue_text
from fabricgen.catalogue.layout import port_names
from fabricgen.catalogue.oddities import repeated_lanes
from fabricgen.catalogue.platforms import platform_of
from fabricgen.source import read_text

__all__ = ["ImportProblemError", "import_platform"]

_VENDORS = {
    "mellanox": "NVIDIA",
    "nvidia-bluefield": "NVIDIA",
    "broadcom": "Broadcom",
    "marvell-teralynx": "Marvell",
    "marvell-prestera": "Marvell",
    "cisco-8000": "Cisco",
    "barefoot": "Intel",
    "pensando": "AMD Pensando",
}
_DPU_ASICS = ("nvidia-bluefield", "pensando")


def import_platform(folder: Path, hwsku: str | None = None) -> str:
    """Return the catalogue file of a SONiC platform folder (device/VENDOR/PLATFORM).

    Read are platform.json, default_sku and platform_asic, and of each HwSKU hwsku.json,
    port_config.ini, pg_profile_lookup.ini, buffers_defaults_*.j2 and qos.json.j2. As SONiC does, a
    HwSKU with hwsku.json takes its ports from platform.json, any other from port_config.ini.

    Args:
        folder: The platform folder; its name is the ONIE platform string.
        hwsku: Only this HwSKU; None takes all.

    Raises:
        ImportProblemError: Something in the folder cannot be used; one line a problem.
    """
    report = Report()
    names = _hwskus(folder, hwsku)
    platform_json = folder / "platform.json"
    cages = read_cages(platform_json, report) if platform_json.exists() else ()
    comments: list[str] = []
    skus: dict[str, object] = {
        name: _hwsku(folder / name, cages, report, comments) for name in names
    }
    report.stop_if_any()
    document = _document(folder, cages, skus)
    fields = Fields(str(folder), "", document)
    hold_against_schema("platforms", fields)
    platform = platform_of(fields, folder.name)
    for name in platform.hwskus:
        platform.hwskus[name]
    return catalogue_text(document, [*_head(folder), *comments])


def _head(folder: Path) -> list[str]:
    return [
        f"{folder.name}, imported from its SONiC platform folder.",
        "The folder does not tell: product, asic family and cell_bytes, role. Please check them.",
    ]


def _hwskus(folder: Path, wanted: str | None) -> tuple[str, ...]:
    marks = ("hwsku.json", "port_config.ini")
    found = tuple(
        sorted(
            path.name
            for path in (folder.iterdir() if folder.is_dir() else ())
            if path.is_dir() and any((path / mark).exists() for mark in marks)
        )
    )
    if not found:
        raise ImportProblemError(
            [f"{folder}: no HwSKU folder with hwsku.json or port_config.ini in it"]
        )
    if wanted is None:
        return found
    if wanted not in found:
        raise ImportProblemError([f"{folder}: no HwSKU {wanted}; there are {', '.join(found)}"])
    return (wanted,)


def _hwsku(
    folder: Path, cages: tuple[FolderCage, ...], report: Report, comments: list[str]
) -> dict[str, object]:
    entry: dict[str, object] = {}
    if cages and (folder / "hwsku.json").exists():
        breakouts = read_breakouts(folder / "hwsku.json", cages, report)
        order = tuple(cage.parent for cage in cages)
        entry["breakout"] = breakout_runs(breakouts, order)
        _add_fields(entry, breakouts, cages)
    elif (folder / "port_config.ini").exists():
        _add_ports(entry, folder / "port_config.ini", report)
    else:
        report.add(folder / "hwsku.json", None, "there is no platform.json beside the HwSKU")
    _add_buffers(entry, folder, report, comments)
    return entry


def _add_ports(entry: dict[str, object], path: Path, report: Report) -> None:
    ports = read_ports(path, report)
    if not ports:
        report.add(path, None, "no port in the file")
        return
    entry["ports"] = port_groups(ports)
    roles: dict[str, list[str]] = {}
    for port in ports:
        if port.role is not None:
            roles.setdefault(port.role, []).append(port.name)
    if roles:
        entry["port_role"] = {role: name_ranges(names) for role, names in roles.items()}
    unknown = unknown_columns(path, report)
    repeated = repeated_lanes([(port.name, port.lanes) for port in ports])
    anomalies = [f"port_config.ini has unknown columns: {', '.join(unknown)}"] * bool(unknown)
    if repeated:
        listed = "; ".join(f"{name} {lane}" for name, lane in repeated)
        anomalies.append(f"lanes used twice: {listed}")
    if anomalies:
        entry["anomalies"] = anomalies


def _add_fields(
    entry: dict[str, object],
    breakouts: tuple[FolderBreakout, ...],
    cages: tuple[FolderCage, ...],
) -> None:
    """Add what hwsku.json sets for its ports: a field of a parent holds for all its children."""
    lanes = {cage.parent: len(cage.lanes) for cage in cages}
    ports: dict[tuple[str, str], list[str]] = {}
    for item in breakouts:
        children = _children(item, lanes[item.parent])
        for key, value in item.fields.items():
            ports.setdefault((key, value), []).extend(children)
    overrides = [
        [key, value, name_ranges(names)] for (key, value), names in ports.items() if key != "role"
    ]
    roles = {value: name_ranges(names) for (key, value), names in ports.items() if key == "role"}
    if overrides:
        entry["overrides"] = overrides
    if roles:
        entry["port_role"] = roles


def _children(item: FolderBreakout, lane_count: int) -> list[str]:
    number, lane, names = int(item.parent.removeprefix("Ethernet")), 0, []
    for part in parse_mode(item.mode, lane_count):
        for _ in range(part.count):
            names.append(f"Ethernet{number + lane}")
            lane += part.lanes_each
    return names


def _add_buffers(
    entry: dict[str, object], folder: Path, report: Report, comments: list[str]
) -> None:
    qos = folder / "qos.json.j2"
    if qos.exists():
        priorities = read_lossless_priorities(qos)
        if priorities is None:
            comments.append(f"{folder.name}: qos.json.j2 does not tell its lossless priorities.")
        else:
            entry["lossless_priorities"] = priorities
            queues = read_lossless_queues(qos, priorities)
            if queues != priorities:
                entry["lossless_queues"] = queues
    lookup = folder / "pg_profile_lookup.ini"
    if lookup.exists():
        entry["headroom"] = read_headroom(lookup, report)
    buffers, notes = read_buffers(folder)
    if buffers:
        entry["buffers"] = buffers
    if (folder / "buffers_dynamic.json.j2").exists():
        entry["dynamic_buffers"] = True
    comments.extend(f"{folder.name}: {note}" for note in notes)


def _document(
    folder: Path, cages: tuple[FolderCage, ...], skus: dict[str, object]
) -> dict[str, object]:
    default = read_text(folder / "default_sku").text.split()
    asic = read_text(folder / "platform_asic").text.strip() or "unknown"
    roles = [
        role for sku in skus.values() if isinstance(sku, dict) for role in sku.get("port_role", {})
    ]
    document: dict[str, object] = {
        "fabricgen_platform": 1,
        "product": folder.name,
        "aliases": [],
        "platform": folder.name,
        "role": "dpu" if asic in _DPU_ASICS else "smartswitch" if "Dpc" in roles else "fabric",
        "source": {"folder": folder.name, "note": "imported from a SONiC platform folder"},
        "asic": {"sonic_type": asic, "vendor": _VENDORS.get(asic, "unknown"), "family": "unknown"},
        "default_hwsku": default[0] if default and default[0] in skus else next(iter(skus)),
    }
    if len(default) > 1:
        document["default_topology"] = default[1]
    if cages:
        document["cages"] = cage_groups(cages, _rate_mbps, _inner(cages, skus))
    document["hwskus"] = skus
    return document


def _inner(cages: tuple[FolderCage, ...], skus: dict[str, object]) -> frozenset[str]:
    """Return the cages that face a DPU inside the box; none on the DPU itself."""
    facing: set[str] = set()
    for sku in skus.values():
        if isinstance(sku, dict) and "Dpc" in sku.get("port_role", {}):
            facing.update(port_names(sku["port_role"]["Dpc"]))
    found = frozenset(cage.parent for cage in cages if cage.parent in facing)
    return found if len(found) < len(cages) else frozenset()


def _rate_mbps(cage: FolderCage) -> int:
    return max(
        sum(part.count * max(part.speeds_mbps) for part in parse_mode(mode, len(cage.lanes)))
        for mode in cage.modes
    )
