"""Files that hold CONFIG_DB in another shape: dumps of Redis, and all ASICs of a device in one file."""

import re
from collections.abc import Mapping
from dataclasses import replace

from fabricgen.configdb.content import Json
from fabricgen.configdb.positions import Positions
from fabricgen.model.diagnostic import Place, Problem

_ASIC = re.compile(r"localhost|asic\d+")
_DUMP_WORDS = {"type", "value", "ttl", "expireat"}
_NULL = {"NULL": "NULL"}


def asic_parts(content: Mapping[str, Json]) -> dict[str, dict[str, Json]] | None:
    """Return the configurations of a file that holds those of several ASICs side by side.

    None if it holds one configuration, or names both ASICs and tables.
    """
    if not content or not all(_ASIC.fullmatch(name) for name in content):
        return None
    return {name: part for name, part in content.items() if isinstance(part, dict)}


def mixed_shape(content: Mapping[str, Json]) -> Problem | None:
    """Return a problem if a file names ASICs beside tables, None otherwise."""
    asics = [name for name in content if _ASIC.fullmatch(name)]
    others = [name for name in content if not _ASIC.fullmatch(name)]
    if not asics or not others:
        return None
    return Problem(
        kind="several-asics",
        message=f"the file names the parts {', '.join(asics)} of a multi-ASIC device beside"
        f" {len(others)} tables, the first is {others[0]}",
        hint="move the tables into one of the parts, or give each part as its own file",
    )


def is_dump(content: Mapping[str, Json]) -> bool:
    """Return whether a file is a dump of the database: most of its names are ``TABLE|key``."""
    rows = [name for name, row in content.items() if "|" in name and isinstance(row, dict)]
    return bool(rows) and 2 * len(rows) > len(content)


def _is_typed(entry: Json) -> bool:
    return isinstance(entry, dict) and "value" in entry and _DUMP_WORDS.issuperset(entry)


def dump_tables(content: Mapping[str, Json]) -> dict[str, Json]:
    """Return the tables a dump of Redis holds: hashes as rows, ``name@`` as lists, NULL rows empty."""
    tables: dict[str, dict[str, Json]] = {}
    for name, entry in content.items():
        table, bar, key = name.partition("|")
        fields = entry["value"] if isinstance(entry, dict) and _is_typed(entry) else entry
        if bar and isinstance(fields, dict):
            tables.setdefault(table, {})[key] = {} if fields == _NULL else _plain(fields)
    return dict(tables)


def _plain(fields: Mapping[str, Json]) -> dict[str, Json]:
    row: dict[str, Json] = {}
    for name, value in fields.items():
        if name.endswith("@") and isinstance(value, str):
            row[name[:-1]] = list(value.split(","))
        else:
            row[name] = value
    return row


def dump_problem(content: Mapping[str, Json]) -> Problem:
    """Return the problem that says a file is a dump."""
    rows = [name for name in content if "|" in name]
    how = " with type, value and expiry" if _is_typed(content[rows[0]]) else ""
    return Problem(
        kind="redis-dump",
        message=f"the file is a dump of the Redis database, not a CONFIG_DB file; the {len(rows)}"
        f" rows{how} of its top level are judged, the first is {rows[0]}",
        hint="to load it, let the switch write it: 'sonic-cfggen -d --print-data' or 'config save'",
    )


class DumpPositions:
    """Finds places of tables, rows and fields in the text of a dump."""

    def __init__(self, positions: Positions, content: Mapping[str, Json]) -> None:
        self._positions = positions
        self._content = content

    def locate(self, path: tuple[str, ...]) -> Place:
        """Return the place of a row or field where the dump holds it; a table's is its first row."""
        table, key, field = (*path, None, None, None)[:3]
        place = self._positions.locate(self._written(table or "", key, field))
        return replace(place, table=table, key=key, field=field)

    def _written(self, table: str, key: str | None, field: str | None) -> tuple[str, ...]:
        prefix = f"{table}|"
        if key is None:
            return (next((name for name in self._content if name.startswith(prefix)), table),)
        name = prefix + key
        entry = self._content.get(name)
        typed = _is_typed(entry)
        fields = entry.get("value") if isinstance(entry, dict) and typed else entry
        if field is None or not isinstance(fields, dict):
            return (name,)
        written = field if field in fields else f"{field}@"
        return (name, "value", written) if typed else (name, written)
