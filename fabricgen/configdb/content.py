"""The content of a CONFIG_DB file as parsed: its size, and its tables as records."""

from collections.abc import Callable, Iterator
from itertools import chain
from operator import methodcaller
from typing import NamedTuple, TypeAlias

from fabricgen.model.configdb import FieldValue, Row, Table
from fabricgen.model.diagnostic import Place, Problem

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
Locate: TypeAlias = Callable[[tuple[str, ...]], Place]

_TEXT = frozenset({str})
_OBJECT = frozenset({dict})
_values = methodcaller("values")


class Size(NamedTuple):
    """How many names and text values objects hold in all, and how deep they are nested.

    ``plain`` are the tables whose rows hold texts only.
    """

    names: int
    texts: int
    depth: int
    plain: frozenset[str]


def measure(content: dict[str, Json]) -> Size:
    """Return the size of a parsed file."""
    names, texts = len(content), 0
    plain: set[str] = set()
    level: list[Json] = []
    for name, table in content.items():
        if not isinstance(table, dict):
            level.append(table)
            continue
        names += len(table)
        rows = table.values()
        if _OBJECT.issuperset(map(type, rows)):
            fields = sum(map(len, rows))  # type: ignore[arg-type]  # all are objects
            names += fields
            if _TEXT.issuperset(map(type, chain.from_iterable(map(_values, rows)))):
                texts += fields
                plain.add(name)
            else:
                level += chain.from_iterable(map(_values, rows))
            continue
        for row in rows:
            if isinstance(row, dict):
                names += len(row)
                level += row.values()
            else:
                level.append(row)
    return _deeper(Size(names, texts, 3, frozenset(plain)), level)


def _deeper(size: Size, level: list[Json]) -> Size:
    names, texts, depth = size.names, size.texts, size.depth
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
    return Size(names, texts, depth - 1, size.plain)


def tables_of(
    content: dict[str, Json], plain: frozenset[str], locate: Locate
) -> tuple[dict[str, Table], list[Problem]]:
    """Return the tables of a parsed file, and a problem for each that is none.

    Args:
        content: The file.
        plain: Its tables that need no look, as ``measure`` found them.
        locate: Finds places in its text.
    """
    tables: dict[str, Table] = {}
    problems: list[Problem] = []
    for name, table in content.items():
        if name in plain:
            tables[name] = table  # type: ignore[assignment]  # rows of texts
        elif isinstance(table, dict):
            tables[name] = dict(_rows(name, table, locate, problems))
        else:
            problems.append(_not_object(locate, (name,), table))
    return tables, problems


def _rows(
    name: str, table: dict[str, Json], locate: Locate, problems: list[Problem]
) -> Iterator[tuple[str, Row]]:
    for key, row in table.items():
        if isinstance(row, dict):
            yield key, _row(row)
        else:
            problems.append(_not_object(locate, (name, key), row))


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


def _not_object(locate: Locate, path: tuple[str, ...], value: Json) -> Problem:
    what = "table" if len(path) == 1 else "row"
    kind = {list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    found = kind.get(type(value), "a number")
    inner = '{"key": {"field": "value"}}' if what == "table" else '{"field": "value"}'
    return Problem(
        kind="row-not-object",
        message=f"the {what} {'|'.join(path)} is {found}, not an object",
        hint=f"write {inner}; a {what} without content is {{}}",
        place=locate(path),
    )
