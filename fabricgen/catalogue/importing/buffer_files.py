"""Headroom, buffers and PFC of a HwSKU folder.

The buffer and QoS files are templates. They are rendered in a sandbox; one that asks for more than
its own folder gives is left out, and the file written says so.
"""

import json
import re
from pathlib import Path

from fabricgen.catalogue.importing.problems import Report, read_lines
from fabricgen.source import read_text

_TOPOLOGIES = ("t0", "t1", "t2", "lt2", "ft2", "def")
_COMMA_BEFORE_END = re.compile(r",(\s*[}\]])")
_PFC_ENABLE = re.compile(r'"pfc_enable"\s*:\s*"([\d,\s]*)"')
_PFC_TO_QUEUE = re.compile(
    r'"(?:MAP_)?PFC_PRIORITY_TO_QUEUE(?:_MAP)?"\s*:\s*\{\s*"[^"]*"\s*:\s*\{([^{}]*)\}'
)
_PAIR = re.compile(r'"(\d+)"\s*:\s*"(\d+(?:\s*,\s*\d+)*)"')
_REFERENCE = re.compile(r"\[BUFFER_(?:POOL|PROFILE)\|([^\]]*)\]")
_STOCK_LOSSLESS = (3, 4)  # files/build_templates/qos_config.j2
_MACROS = """\
{% import file as file with context %}
{
"cable": "{{ file.default_cable }}",
"rows": { {{ file.generate_buffer_pool_and_profiles() if file.generate_buffer_pool_and_profiles }} },
"lists": { {{ file.generate_profile_lists("Ethernet0") if file.generate_profile_lists }} },
"pg": { {{ file.generate_pg_profils("Ethernet0") if file.generate_pg_profils }} },
"queue": { {{ file.generate_queue_buffers("Ethernet0") if file.generate_queue_buffers }} }
}
"""


def read_headroom(path: Path, report: Report) -> list[list[int]]:
    """Return the rows of a pg_profile_lookup.ini: speed, cable in m, sizes in bytes, threshold."""
    rows = []
    for number, line in enumerate(read_lines(path, report), start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        values = [words[0], words[1].removesuffix("m"), *words[2:]] if len(words) > 1 else words
        if len(values) not in (6, 7) or not all(re.fullmatch(r"-?\d+", word) for word in values):
            report.add(
                path,
                number,
                "expected speed, cable, size, xon, xoff, threshold and perhaps xon_offset, "
                f"found {line.strip()!r}",
            )
            continue
        rows.append([int(word) for word in values])
    return rows


def read_lossless_priorities(path: Path) -> list[int] | None:
    """Return the priorities with PFC of a qos.json.j2, None where the text does not tell."""
    text = read_text(path).text
    match = _PFC_ENABLE.search(text)
    if match:
        return [int(item) for item in match[1].replace(" ", "").split(",") if item]
    return list(_STOCK_LOSSLESS) if "qos_config.j2" in text else None


def read_lossless_queues(path: Path, priorities: list[int]) -> list[int]:
    """Return the queues that a qos.json.j2 maps lossless priorities to; without a map, their own."""
    match = _PFC_TO_QUEUE.search(read_text(path).text)
    queues = {
        int(priority): [int(queue) for queue in text.split(",")]
        for priority, text in (_PAIR.findall(match[1]) if match else ())
    }
    return [queue for priority in priorities for queue in queues.get(priority, [priority])]


def read_buffers(folder: Path) -> tuple[list[dict[str, object]], list[str]]:
    """Return the buffer entries of a HwSKU folder, and notes on files that could not be used."""
    entries: list[dict[str, object]] = []
    notes: list[str] = []
    for topology in _TOPOLOGIES:
        path = folder / f"buffers_defaults_{topology}.j2"
        if not path.exists():
            continue
        try:
            entry = _entry(path)
        except (_template_error(), ValueError, TypeError, KeyError, AttributeError) as error:
            notes.append(f"{path.name} is no plain data and was left out: {error}")
            continue
        same = next((known for known in entries if _without_topology(known) == entry), None)
        if same is None:
            entries.append({"topologies": [topology], **entry})
        else:
            listed = same["topologies"]
            assert isinstance(listed, list)
            listed.append(topology)
    return entries, notes


def _template_error() -> type[Exception]:
    import jinja2  # here, for only an import needs it

    return jinja2.TemplateError


def _without_topology(entry: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in entry.items() if key != "topologies"}


def _entry(path: Path) -> dict[str, object]:
    import jinja2  # here, for only an import needs it
    import jinja2.sandbox

    environment = jinja2.sandbox.SandboxedEnvironment(
        loader=jinja2.FileSystemLoader(path.parent), undefined=jinja2.Undefined
    )
    context = {"DEVICE_METADATA": {"localhost": {}}, "PORT": {"Ethernet0": {}}, "file": path.name}
    rendered = environment.from_string(_MACROS).render(context)
    value = json.loads(_COMMA_BEFORE_END.sub(r"\1", rendered))
    pools, profiles = value["rows"].get("BUFFER_POOL", {}), value["rows"].get("BUFFER_PROFILE", {})
    entry: dict[str, object] = {}
    cable = re.fullmatch(r"(\d+)m", value["cable"])
    if cable:
        entry["default_cable_m"] = int(cable[1])
    entry["pools"] = {name: _row(row) for name, row in pools.items()}
    entry["profiles"] = {name: _row(row) for name, row in profiles.items()}
    entry["pg"] = _by_range(value["pg"].get("BUFFER_PG", {}))
    entry["queue"] = _by_range(value["queue"].get("BUFFER_QUEUE", {}))
    for key, table in (
        ("ingress_profile_list", "BUFFER_PORT_INGRESS_PROFILE_LIST"),
        ("egress_profile_list", "BUFFER_PORT_EGRESS_PROFILE_LIST"),
    ):
        for row in value["lists"].get(table, {}).values():
            entry[key] = [_name(item) for item in row["profile_list"].split(",")]
    return entry


def _row(fields: dict[str, str]) -> dict[str, object]:
    renamed = {"size": "size_bytes", "xoff": "xoff_bytes", "xon_offset": "xon_offset_bytes"}
    row: dict[str, object] = {}
    for key, value in fields.items():
        text = _name(value)
        whole = re.fullmatch(r"-?\d+", text)
        row[renamed.get(key, key)] = int(text) if whole else text
    return row


def _by_range(rows: dict[str, dict[str, str]]) -> dict[str, str]:
    return {
        key.partition("|")[2]: _name(row["profile"])
        for key, row in rows.items()
        if key.startswith("Ethernet0|")
    }


def _name(text: str) -> str:
    """Return a profile or pool without the brackets of SONiC's old reference format."""
    match = _REFERENCE.fullmatch(text.strip())
    return match[1] if match else text.strip()
