"""The port files of a platform folder: platform.json, hwsku.json and port_config.ini."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fabricgen.catalogue.breakout import parse_mode
from fabricgen.catalogue.importing.problems import Report, line_of, read_json, read_lines

_PORT = re.compile(r"Ethernet\d+")
_DEFAULT_COLUMNS = ("name", "lanes", "alias")  # SONiC's own, where a file has no header
_HWSKU_FIELDS = ("fec", "autoneg", "role")
_KNOWN_COLUMNS = ("name", "lanes", "alias", "index", "speed", "fec", "autoneg", "subport", "role")


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderCage:
    """A parent port of platform.json; ``modes`` maps a mode to the aliases of its ports."""

    parent: str
    lanes: tuple[int, ...]
    index: int
    modes: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderPort:
    """A row of port_config.ini; columns the file lacks are None."""

    name: str
    lanes: tuple[int, ...]
    alias: str
    speed_mbps: int
    index: int | None = None
    subport: int | None = None
    fec: str | None = None
    autoneg: str | None = None
    role: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderBreakout:
    """A parent port of hwsku.json: its mode, and the fields it sets."""

    parent: str
    mode: str
    fields: Mapping[str, str]


def read_cages(path: Path, report: Report) -> tuple[FolderCage, ...]:
    """Return the parent ports of a platform.json, in its order."""
    interfaces = _interfaces(path, report)
    return tuple(
        cage
        for name, entry in interfaces.items()
        if (cage := _cage(path, report, name, entry)) is not None
    )


def _interfaces(path: Path, report: Report) -> dict[str, dict[str, object]]:
    value = read_json(path, report).get("interfaces", {})
    if not isinstance(value, dict):
        report.add(path, line_of(path, '"interfaces"'), "interfaces is no object")
        return {}
    found = {}
    for name, entry in value.items():
        if not _PORT.fullmatch(name) or not isinstance(entry, dict):
            report.add(path, line_of(path, f'"{name}"'), f"{name} is no port with its fields")
        else:
            found[name] = entry
    return found


def _cage(path: Path, report: Report, name: str, entry: dict[str, object]) -> FolderCage | None:
    line = line_of(path, f'"{name}"')
    lanes, indexes = numbers(entry.get("lanes")), numbers(entry.get("index"))
    raw = entry.get("breakout_modes")
    if not lanes or not indexes:
        lacking = "lanes" if not lanes else "index"
        report.add(path, line, f"{name}: {lacking} is no list of numbers")
        return None
    if not isinstance(raw, dict) or not raw:
        report.add(path, line, f"{name}: breakout_modes is no object of modes")
        return None
    modes = {}
    for mode, aliases in raw.items():
        texts = tuple(str(alias).strip() for alias in aliases) if isinstance(aliases, list) else ()
        try:
            parts = parse_mode(mode, len(lanes))
        except ValueError as error:
            report.add(path, line, f"{name}: {error}")
            continue
        count = sum(part.count for part in parts)
        if len(texts) < count:
            report.add(
                path, line, f"{name}: {mode} makes {count} ports but has {len(texts)} aliases"
            )
            continue
        modes[mode] = texts[:count]
    return FolderCage(parent=name, lanes=lanes, index=indexes[0], modes=modes)


def numbers(value: object) -> tuple[int, ...]:
    """Return the whole numbers of ``"0, 1,2"`` or of a list, none if anything else is in it."""
    items = value.split(",") if isinstance(value, str) else value
    if isinstance(items, int):
        items = [items]
    if not isinstance(items, list):
        return ()
    texts = [str(item).strip() for item in items]
    return tuple(int(text) for text in texts) if all(t.isdecimal() for t in texts) else ()


def read_breakouts(
    path: Path, cages: tuple[FolderCage, ...], report: Report
) -> tuple[FolderBreakout, ...]:
    """Return the parent ports of a hwsku.json, in the order of platform.json."""
    known = {cage.parent: number for number, cage in enumerate(cages)}
    found = []
    for name, entry in _interfaces(path, report).items():
        line = line_of(path, f'"{name}"')
        mode = entry.get("default_brkout_mode")
        if name not in known:
            report.add(path, line, f"{name} is no parent port of platform.json")
        elif not isinstance(mode, str):
            report.add(path, line, f"{name} has no default_brkout_mode")
        else:
            fields = {key: str(entry[key]) for key in entry if key in _HWSKU_FIELDS}
            found.append(FolderBreakout(parent=name, mode=mode, fields=fields))
    return tuple(sorted(found, key=lambda item: known[item.parent]))


def read_ports(path: Path, report: Report) -> tuple[FolderPort, ...]:
    """Return the rows of a port_config.ini, in its order.

    As SONiC does, a row may lack its last columns.

    Comments and empty lines are skipped; the comment that names the columns is the header. Blanks
    within the list of lanes are taken as meant.
    """
    columns: tuple[str, ...] = _DEFAULT_COLUMNS
    rows: list[FolderPort] = []
    for number, line in enumerate(read_lines(path, report), start=1):
        text = line.strip()
        if text.startswith("#"):
            words = tuple(text.lstrip("#").split())
            if words[:1] == ("name",):
                columns = words
            continue
        if text:
            row = _port(path, report, number, columns, text)
            if row is not None and row.name in {known.name for known in rows}:
                report.add(path, number, f"{row.name} has a row already")
            elif row is not None:
                rows.append(row)
    return tuple(rows)


def unknown_columns(path: Path, report: Report) -> tuple[str, ...]:
    """Return the columns of a port_config.ini that SONiC does not know."""
    for line in read_lines(path, report):
        words = line.strip().lstrip("#").split()
        if line.startswith("#") and words[:1] == ["name"]:
            return tuple(word for word in words if word not in _KNOWN_COLUMNS)
    return ()


def _port(
    path: Path, report: Report, number: int, columns: tuple[str, ...], text: str
) -> FolderPort | None:
    words = re.sub(r"\s*,\s*", ",", text).split()
    cells = dict(zip(columns, words, strict=False))
    lanes = numbers(cells.get("lanes"))
    name = cells.get("name", "")
    if not _PORT.fullmatch(name) or not lanes:
        report.add(path, number, f"expected a port name and its lanes, found {text!r}")
        return None
    if len(words) > len(columns):
        report.add(
            path, number, f"{name}: {len(words)} fields under {len(columns)} columns of the header"
        )
        return None
    speed = cells.get("speed", "")
    if not speed.isdecimal():
        report.add(path, number, f"{name}: no speed in Mb/s; give the header a speed column")
        return None

    def whole(column: str) -> int | None:
        value = cells.get(column)
        if value is None:
            return None
        if not value.isdecimal():
            report.add(path, number, f"{name}: {column} {value!r} is no number")
            return None
        return int(value)

    return FolderPort(
        name=name,
        lanes=lanes,
        alias=cells.get("alias", name),
        speed_mbps=int(speed),
        index=whole("index"),
        subport=whole("subport"),
        fec=cells.get("fec"),
        autoneg=cells.get("autoneg"),
        role=cells.get("role"),
    )
