"""Read CONFIG_DB files as people have them; whatever is wrong comes back as problems."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

import orjson

from fabricgen.configdb.positions import Positions
from fabricgen.configdb.syntax import DEPTH, Fault, find_fault, too_deep
from fabricgen.model.configdb import ConfigDb, FieldValue, Row, Table
from fabricgen.model.diagnostic import Place, Problem
from fabricgen.source import read_text

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

_ASIC = re.compile(r"localhost|asic\d+")
_FILE_ASIC = re.compile(r"config_db(\d+)")
_NAME_END = re.compile(r'"[ \t\r\n]*:')
_DUMP_WORDS = {"type", "value", "ttl", "expireat"}
_TEXT = frozenset({str})
_PLAIN_NAMES = ("config_db", "golden_config_db")


def read(path: Path, device: str | None = None) -> ConfigDb:
    """Return the configuration in the file ``path``.

    Args:
        path: A ``config_db.json``, as a switch or this tool writes it.
        device: Name to use instead of the hostname in the file.

    Never raises for what is in the file. Problem kinds: those of ``fabricgen.source.read_text`` and
    of ``parse``.
    """
    source = read_text(path)
    if any(p.kind != "byte-order-mark" for p in source.problems):
        return _empty(source.file, device or _file_device(path), source.problems)
    return _parse(source.text, source.file, device, _file_device(path), source.problems)


def parse(text: str, file: str, device: str | None = None) -> ConfigDb:
    """Return the configuration in ``text``; ``file`` names it in places.

    Never raises for what is in the text. Problem kinds: ``json-syntax``, ``too-deep``,
    ``not-tables``, ``redis-dump``, ``several-asics``, ``row-not-object``, ``repeated-name`` and
    ``repeated-equal`` (written twice with one value).
    """
    return _parse(text, file, device, _file_device(Path(file)), ())


def _file_device(path: Path) -> str:
    """Return the device a file's place suggests: its folder for ``config_db.json``, else its stem."""
    stem = path.stem
    if stem.startswith(_PLAIN_NAMES) and path.parent.name:
        return path.parent.name
    return stem


def _empty(file: str, device: str, problems: tuple[Problem, ...]) -> ConfigDb:
    named = tuple(replace(p, place=p.place.on_device(device)) for p in problems)

    def locate(path: tuple[str, ...]) -> Place:
        table, key, field = (*path, None, None, None)[:3]
        return Place(file=file, device=device, table=table, key=key, field=field)

    return ConfigDb(device=device, file=file, tables={}, locate=locate, problems=named)


def _parse(
    text: str, file: str, device: str | None, fallback: str, problems: tuple[Problem, ...]
) -> ConfigDb:
    positions = Positions(file, text)
    try:
        content: Json = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError) as error:
        found = (*problems, _syntax_problem(text, positions, error))
        return _empty(file, device or fallback, found)
    if not isinstance(content, dict):
        problem = Problem(
            kind="not-tables",
            message="the file holds no object of tables at its top",
            hint='a CONFIG_DB file is {"TABLE": {"key": {"field": "value"}}}',
            place=Place(file=file, line=1, column=1),
        )
        return _empty(file, device or fallback, (*problems, problem))
    wrong = list(problems)
    size = _measure(content)
    if size.depth > DEPTH:
        return _empty(file, device or fallback, (*wrong, _fault_problem(too_deep(text), positions)))
    wrong += _repeats(text, size, positions)
    shape = _other_shape(content)
    if shape is not None:
        top = Place(file=file, line=1, column=1)
        return _empty(file, device or fallback, (*wrong, replace(shape, place=top)))
    tables, bad = _tables(content, positions)
    name = device or _device_name(tables, Path(file)) or fallback
    return ConfigDb(
        device=name,
        file=file,
        tables=tables,
        locate=partial(_locate, positions, name),
        problems=tuple(replace(p, place=p.place.on_device(name)) for p in (*wrong, *bad)),
    )


def _locate(positions: Positions, device: str, path: tuple[str, ...]) -> Place:
    return positions.locate(path).on_device(device)


def _syntax_problem(text: str, positions: Positions, error: ValueError) -> Problem:
    offset = getattr(error, "pos", 0)
    fault = find_fault(text) or Fault(offset, "the text is not JSON here", "see RFC 8259")
    return _fault_problem(fault, positions)


def _fault_problem(fault: Fault, positions: Positions) -> Problem:
    line, column = positions.line_and_column(fault.offset)
    place = Place(file=positions.file, line=line, column=column)
    return Problem(kind=fault.kind, message=fault.message, hint=fault.hint, place=place)


def _device_name(tables: Mapping[str, Table], path: Path) -> str | None:
    """Return the hostname; the files of a multi-ASIC device are told apart by their ASIC."""
    row = tables.get("DEVICE_METADATA", {}).get("localhost", {})
    hostname = row.get("hostname")
    if not isinstance(hostname, str) or not hostname:
        return None
    asic = row.get("asic_name")
    if isinstance(asic, str) and asic:
        return f"{hostname}-{asic.lower()}"
    found = _FILE_ASIC.fullmatch(path.stem)
    return f"{hostname}-asic{found[1]}" if found else hostname


class _Size(NamedTuple):
    """How many names and text values objects hold in all, and how deep they are nested."""

    names: int
    texts: int
    depth: int


def _repeats(text: str, size: _Size, positions: Positions) -> Iterator[Problem]:
    """Yield a problem for each name that one object holds twice.

    Counting what is written and what was parsed settles most files without a scan: a repeated name
    is written more often than it is parsed.
    """
    if "\\" in text:
        if sum(1 for _ in _NAME_END.finditer(text)) == size.names:
            return
    elif text.count('"') == 2 * (size.names + size.texts):
        return
    for path, first, later in positions.repeats():
        equal = _same(positions.value_text(first), positions.value_text(later))
        line, column = positions.line_and_column(later)
        first_line, _ = positions.line_and_column(first)
        what = ("table", "row", "field")[min(len(path), 3) - 1]
        table, key, field = (*path, None, None, None)[:3]
        lost = "both hold the same" if equal else "a parser keeps one of them and loses the other"
        yield Problem(
            kind="repeated-equal" if equal else "repeated-name",
            message=f"the {what} {path[-1]} is written twice, in lines {first_line} and {line}: {lost}",
            hint="remove one" if equal else f"join the two into one {what}",
            place=Place(
                file=positions.file, line=line, column=column, table=table, key=key, field=field
            ),
        )


def _same(first: str, later: str) -> bool:
    return bool(orjson.loads(first) == orjson.loads(later))


def _measure(content: dict[str, Json]) -> _Size:
    names = len(content)
    texts = 0
    level: list[Json] = []
    for table in content.values():
        if type(table) is not dict:
            level.append(table)
            continue
        names += len(table)
        for row in table.values():
            if type(row) is not dict:
                level.append(row)
                continue
            names += len(row)
            if _TEXT.issuperset(map(type, row.values())):
                texts += len(row)
            else:
                level += row.values()
    depth = 3
    while level:
        inner: list[Json] = []
        for item in level:
            if isinstance(item, dict):
                names += len(item)
                inner += item.values()
            elif isinstance(item, list):
                inner += item
            elif isinstance(item, str):
                texts += 1
        level = inner
        depth += 1
    return _Size(names, texts, depth - 1)


def _other_shape(content: dict[str, Json]) -> Problem | None:
    """Return a problem if the file is a Redis dump or holds several ASICs, None if it is neither."""
    rows = [name for name, row in content.items() if "|" in name and isinstance(row, dict)]
    if rows and 2 * len(rows) > len(content):
        dump = content[rows[0]]
        extra = isinstance(dump, dict) and "value" in dump and _DUMP_WORDS.issuperset(dump)
        how = " with type, value and expiry" if extra else ""
        return Problem(
            kind="redis-dump",
            message=f"the file is a dump of the Redis database, not a CONFIG_DB file: its top level"
            f" holds {len(rows)} rows{how}, the first is {rows[0]}",
            hint="let the switch write it: 'sonic-cfggen -d --print-data' or 'config save'",
        )
    if len(content) > 0 and all(_ASIC.fullmatch(name) for name in content):
        return Problem(
            kind="several-asics",
            message=f"the file holds the configurations of {len(content)} parts of a multi-ASIC"
            f" device side by side: {', '.join(content)}",
            hint="give each part as its own file: config_db.json, config_db0.json, ...",
        )
    return None


def _tables(
    content: dict[str, Json], positions: Positions
) -> tuple[dict[str, Table], list[Problem]]:
    tables: dict[str, Table] = {}
    problems: list[Problem] = []
    for name, table in content.items():
        if not isinstance(table, dict):
            problems.append(_not_object(positions, (name,), table))
            continue
        rows: dict[str, Row] = {}
        for key, row in table.items():
            if not isinstance(row, dict):
                problems.append(_not_object(positions, (name, key), row))
                continue
            rows[key] = _row(row)
        tables[name] = rows
    return tables, problems


def _row(row: dict[str, Json]) -> Row:
    if not _TEXT.issuperset(map(type, row.values())):
        return {field: _value(item) for field, item in row.items()}
    return row  # type: ignore[return-value]  # all values are texts


def _value(value: Json) -> FieldValue:
    if isinstance(value, list):
        return tuple(_value(item) for item in value)
    if isinstance(value, dict):
        return {name: _value(item) for name, item in value.items()}
    return value


def _not_object(positions: Positions, path: tuple[str, ...], value: Json) -> Problem:
    what = "table" if len(path) == 1 else "row"
    kind = {list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    found = kind.get(type(value), "a number")
    inner = '{"key": {"field": "value"}}' if what == "table" else '{"field": "value"}'
    return Problem(
        kind="row-not-object",
        message=f"the {what} {'|'.join(path)} is {found}, not an object",
        hint=f"write {inner}; a {what} without content is {{}}",
        place=positions.locate(path),
    )
