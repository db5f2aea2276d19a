"""Writes a SONiC platform folder from a catalogue platform, as device data ships it."""

import json
from pathlib import Path

from fabricgen.model.platform import BufferDefaults, Cage, Hwsku, Platform, PortSpec


def write_folder(platform: Platform, parent: Path) -> Path:
    """Write everything the import reads; HwSKUs without breakout get no hwsku.json."""
    folder = parent / platform.platform
    folder.mkdir(parents=True)
    topology = platform.default_topology or "t1"
    (folder / "default_sku").write_text(f"{platform.default_hwsku} {topology}\n")
    (folder / "platform_asic").write_text(platform.asic.sonic_type + "\n")
    interfaces = {cage.parent: cage_entry(cage) for cage in platform.cages}
    text = json.dumps({"chassis": {}, "interfaces": interfaces}, indent=4)
    (folder / "platform.json").write_text(text)
    for hwsku in platform.hwskus.values():
        write_hwsku(folder / hwsku.name, hwsku, platform)
    return folder


def cage_entry(cage: Cage) -> dict[str, object]:
    return {
        "index": ",".join(str(index) for index in cage.indexes),
        "lanes": ",".join(str(lane) for lane in cage.lanes),
        "breakout_modes": {mode.name: list(mode.aliases) for mode in cage.modes.values()},
    }


def write_hwsku(folder: Path, hwsku: Hwsku, platform: Platform) -> None:
    folder.mkdir()
    if hwsku.fixed_ports:
        (folder / "port_config.ini").write_text(ini_text(hwsku.ports))
    else:
        text = json.dumps({"interfaces": hwsku_entries(hwsku)}, indent=4)
        (folder / "hwsku.json").write_text(text)
    if hwsku.headroom_rows:
        lines = ["# PG lossless profiles.", "# speed cable size xon xoff threshold xon_offset"]
        for row in hwsku.headroom_rows:
            offset = "" if row.xon_offset_bytes is None else f"\t{row.xon_offset_bytes}"
            sizes = f"{row.size_bytes}\t{row.xon_bytes}\t{row.xoff_bytes}\t{row.threshold}"
            lines.append(f"{row.speed_mbps}\t{row.cable_m}m\t{sizes}{offset}")
        (folder / "pg_profile_lookup.ini").write_text("\n".join(lines) + "\n")
    for entry in hwsku.buffers:
        for topology in entry.topologies:
            (folder / f"buffers_defaults_{topology}.j2").write_text(buffer_text(entry))


def hwsku_entries(hwsku: Hwsku) -> dict[str, dict[str, str]]:
    entries = {}
    for parent, mode in hwsku.breakout.items():
        first = next(port for port in hwsku.ports if port.parent == parent)
        entry = {"default_brkout_mode": mode}
        entry |= {"autoneg": first.autoneg} if first.autoneg else {}
        entry |= {"role": first.role} if first.role else {}
        derived = "rs" if first.speed_mbps >= 50000 * len(first.lanes) else None
        entry |= {"fec": first.fec} if first.fec not in (derived, None) else {}
        entries[parent] = entry
    return entries


def ini_text(ports: tuple[PortSpec, ...], separator: str = "    ") -> str:
    columns = ["name", "lanes", "alias"]
    columns += ["index"] if "index" not in ports[0].omits else []
    columns += ["speed"]
    for column in ("fec", "autoneg"):
        columns += [column] if any(getattr(port, column) for port in ports) else []
    columns += ["subport"] if "subport" not in ports[0].omits else []
    lines = ["# " + separator.join(columns)]
    for port in ports:
        cells = {
            "name": port.name,
            "lanes": ",".join(str(lane) for lane in port.lanes),
            "alias": port.alias,
            "index": str(port.index),
            "speed": str(port.speed_mbps),
            "fec": port.fec,
            "autoneg": port.autoneg,
            "subport": str(port.subport),
        }
        written = [cells[column] for column in columns]
        while written[-1] is None:  # a short row: SONiC takes the columns it finds
            written.pop()
        lines.append(separator.join(str(cell) for cell in written))
    return "\n".join(lines) + "\n"


def buffer_text(entry: BufferDefaults) -> str:
    """A template as vendors write it: data inside macros, with the odd trailing comma."""
    pools = {
        pool.name: {"type": pool.type, "mode": pool.mode}
        | ({} if pool.size_bytes is None else {"size": str(pool.size_bytes)})
        | ({} if pool.xoff_bytes is None else {"xoff": str(pool.xoff_bytes)})
        for pool in entry.pools
    }
    profiles = {
        profile.name: {"pool": f"[BUFFER_POOL|{profile.pool}]", "size": str(profile.size_bytes)}
        | ({} if profile.dynamic_th is None else {"dynamic_th": str(profile.dynamic_th)})
        | ({} if profile.static_th is None else {"static_th": str(profile.static_th)})
        for profile in entry.profiles
    }

    def ranged(table: str, rows: dict[str, str]) -> str:
        inner = ",\n".join(
            f'        "{{{{ port }}}}|{span}": {{"profile": "{profile}"}}'
            for span, profile in rows.items()
        )
        return (
            f'    "{table}": {{\n{{% for port in port_names.split(",") %}}\n{inner}'
            "{% if not loop.last %},{% endif %}\n{% endfor %}\n    }"
        )

    cable = f"{entry.default_cable_m}m" if entry.default_cable_m is not None else ""
    lists = ""
    if entry.ingress_profile_list or entry.egress_profile_list:
        lists = (
            "{%- macro generate_profile_lists(port_names) %}\n"
            '    "BUFFER_PORT_INGRESS_PROFILE_LIST": {"{{ port_names }}": {"profile_list": '
            f'"{",".join(entry.ingress_profile_list)}"}}}},\n'
            '    "BUFFER_PORT_EGRESS_PROFILE_LIST": {"{{ port_names }}": {"profile_list": '
            f'"{",".join(entry.egress_profile_list)}"}}}}\n'
            "{%- endmacro %}\n"
        )
    return (
        (f"{{%- set default_cable = '{cable}' %}}\n" if cable else "")
        + "{%- macro generate_buffer_pool_and_profiles() %}\n"
        + f'    "BUFFER_POOL": {json.dumps(pools, indent=8)},\n'
        + f'    "BUFFER_PROFILE": {json.dumps(profiles, indent=8)[:-1].rstrip()}'
        + ("," if profiles else "")
        + "\n    }\n{%- endmacro %}\n"
        + lists
        + f"{{%- macro generate_pg_profils(port_names) %}}\n{ranged('BUFFER_PG', dict(entry.pg))}\n"
        + "{%- endmacro %}\n"
        + "{%- macro generate_queue_buffers(port_names) %}\n"
        + f"{ranged('BUFFER_QUEUE', dict(entry.queue))}\n{{%- endmacro %}}\n"
    )
