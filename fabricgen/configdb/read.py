"""Read CONFIG_DB files as people have them; whatever is wrong comes back as problems."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

import orjson

from fabricgen.configdb.content import Json, measure, tables_of
from fabricgen.configdb.golden import alone, base_of, is_golden, override
from fabricgen.configdb.positions import Positions
from fabricgen.configdb.repeats import has_repeats, repeats
from fabricgen.configdb.shapes import (
    DumpPositions,
    asic_parts,
    dump_problem,
    dump_tables,
    is_dump,
    mixed_shape,
)
from fabricgen.configdb.syntax import DEPTH, Fault, find_fault, too_deep
from fabricgen.model.configdb import ConfigDb, Table
from fabricgen.model.diagnostic import Place, Problem
from fabricgen.source import read_text

_FILE_ASIC = re.compile(r"config_db(\d+)")
_PLAIN_NAMES = ("config_db", "golden_config_db")


def read(path: Path, device: str | None = None) -> ConfigDb:
    """Return the configuration in the file ``path``.

    Args:
        path: A ``config_db.json``, as a switch or this tool writes it.
        device: Name to use instead of the hostname in the file.

    Never raises for what is in the file. Problem kinds: those of ``fabricgen.source.read_text`` and
    of ``parse``.
    """
    return _one(_read_parts(path, device))


def read_all(path: Path) -> tuple[ConfigDb, ...]:
    """Return the configurations in the file ``path``: one, or one for each ASIC it holds.

    A golden file (by its name) comes merged into the configuration beside it; without one it is
    ``partial`` and has the problem ``golden-alone``.
    """
    parts = _read_parts(path, None)
    if not is_golden(path):
        return parts
    merged = []
    for part in parts:
        base = base_of(path, part.device)
        merged.append(override(read(base), part) if base.is_file() else alone(part, base))
    return tuple(merged)


def _read_parts(path: Path, device: str | None) -> tuple[ConfigDb, ...]:
    source = read_text(path)
    if any(p.kind != "byte-order-mark" for p in source.problems):
        return (_empty(source.file, device or _file_device(path), source.problems),)
    return _parse(source.text, source.file, device, _file_device(path), source.problems)


def parse(text: str, file: str, device: str | None = None) -> ConfigDb:
    """Return the configuration in ``text``; ``file`` names it in places.

    Never raises for what is in the text. Problem kinds: ``json-syntax``, ``too-deep``,
    ``not-tables``, ``redis-dump``, ``several-asics``, ``row-not-object``, ``repeated-name`` and
    ``repeated-equal`` (written twice with one value).
    """
    return _one(parse_all(text, file, device))


def parse_all(text: str, file: str, device: str | None = None) -> tuple[ConfigDb, ...]:
    """Return the configurations in ``text``: one, or one for each ASIC it holds side by side."""
    return _parse(text, file, device, _file_device(Path(file)), ())


def _one(parts: tuple[ConfigDb, ...]) -> ConfigDb:
    if len(parts) == 1:
        return parts[0]
    names = ", ".join(part.device for part in parts)
    problem = Problem(
        kind="several-asics",
        message=f"the file holds {len(parts)} configurations side by side: {names}",
        hint="give each part as its own file: config_db.json, config_db0.json, ...",
        place=Place(file=parts[0].file, line=1, column=1),
    )
    return _empty(parts[0].file, parts[0].device, (problem,))


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
) -> tuple[ConfigDb, ...]:
    positions = Positions(file, text)
    top = Place(file=file, line=1, column=1)
    try:
        content: Json = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError) as error:
        found = (*problems, _syntax_problem(text, positions, error))
        return (_empty(file, device or fallback, found),)
    if not isinstance(content, dict):
        problem = Problem(
            kind="not-tables",
            message="the file holds no object of tables at its top",
            hint='a CONFIG_DB file is {"TABLE": {"key": {"field": "value"}}}',
            place=top,
        )
        return (_empty(file, device or fallback, (*problems, problem)),)
    size = measure(content)
    if size.depth > DEPTH:
        found = (*problems, _fault_problem(too_deep(text), positions))
        return (_empty(file, device or fallback, found),)
    repeated = has_repeats(text, size)
    parts = asic_parts(content)
    if parts:
        return tuple(_asics(parts, positions, device, fallback, problems, repeated))
    wrong = (*problems, *(repeats(positions) if repeated else ()))
    mixed = mixed_shape(content)
    if mixed is not None:
        return (_empty(file, device or fallback, (*wrong, replace(mixed, place=top))),)
    if is_dump(content):
        wrong = (*wrong, replace(dump_problem(content), place=top))
        dump = DumpPositions(positions, content)
        tables = dump_tables(content)
        return (_config(tables, frozenset(), file, dump, device, fallback, wrong),)
    return (_config(content, size.plain, file, positions, device, fallback, wrong),)


def _asics(
    parts: dict[str, dict[str, Json]],
    positions: Positions,
    device: str | None,
    fallback: str,
    problems: tuple[Problem, ...],
    repeated: bool,
) -> Iterator[ConfigDb]:
    """Yield the configuration of each part, ``localhost`` under the device's own name."""
    hosts = [_hostname(part) for part in parts.values()]
    base = device or next((name for name in hosts if name), fallback)
    found = [*problems, *(repeats(positions, depth=1) if repeated else ())]
    for name, part in parts.items():
        inner = positions.inside(name)
        found += repeats(inner) if repeated else ()
        called = base if name == "localhost" else f"{base}-{name}"
        plain = measure(part).plain
        yield _config(part, plain, positions.file, inner, called, called, tuple(found))
        found = []


def _hostname(part: dict[str, Json]) -> str | None:
    table = part.get("DEVICE_METADATA")
    row = table.get("localhost") if isinstance(table, dict) else None
    name = row.get("hostname") if isinstance(row, dict) else None
    return name if isinstance(name, str) and name else None


class _Places(Protocol):
    """Finds places in a text."""

    def locate(self, path: tuple[str, ...]) -> Place:
        """Return the place of a table, row or field."""


def _config(
    content: dict[str, Json],
    plain: frozenset[str],
    file: str,
    places: _Places,
    device: str | None,
    fallback: str,
    problems: tuple[Problem, ...],
) -> ConfigDb:
    tables, bad = tables_of(content, plain, places.locate)
    name = device or _device_name(tables, Path(file)) or fallback
    return ConfigDb(
        device=name,
        file=file,
        tables=tables,
        locate=partial(_locate, places.locate, name),
        problems=tuple(replace(p, place=p.place.on_device(name)) for p in (*problems, *bad)),
    )


def _locate(
    locate: Callable[[tuple[str, ...]], Place], device: str, path: tuple[str, ...]
) -> Place:
    return locate(path).on_device(device)


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
