"""Catalogue files as read: typed access to their keys, with the file and path in every message."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

import yaml

from fabricgen.source import read_text

_LIMIT_BYTES = 1 << 22


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Plain values only, and YAML 1.2 words: ``off`` is a text."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}


for _tag, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
    ("null", r"|~|null|Null|NULL", ["", "~", "n", "N"]),
):
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(rf"(?:{_pattern})\Z"), list(_first)
    )


class CatalogueFileError(ValueError):
    """A catalogue file is not what its format asks for; the text names the file and the path.

    ``steps`` lead to the value that is wrong: keys, and numbers of list items.
    """

    def __init__(
        self,
        file: str,
        message: str,
        line: int | None = None,
        steps: tuple[str | int, ...] = (),
    ) -> None:
        super().__init__(f"{file}:{line}: {message}" if line else f"{file}: {message}")
        self.file = file
        self.line = line
        self.message = message
        self.steps = steps


def read_fields(path: Path) -> "Fields":
    """Return the mapping a YAML file holds.

    Raises:
        CatalogueFileError: The file cannot be read, is not YAML, or does not hold a mapping.
    """
    source = read_text(path, limit_bytes=_LIMIT_BYTES)
    for problem in source.problems:
        if not source.text:
            raise CatalogueFileError(source.file, problem.message, problem.place.line)
    try:
        # The loader is a subclass of PyYAML's safe loader: it makes plain values only.
        value: object = yaml.load(source.text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else None
        message = f"not YAML: {getattr(error, 'problem', None) or error}"
        raise CatalogueFileError(source.file, message, line) from error
    return Fields(source.file, "", value)


class Fields:
    """A mapping of a catalogue file. ``path`` says where in the file it stands."""

    def __init__(self, file: str, path: str, value: object) -> None:
        self.file = file
        self.path = path
        if not isinstance(value, dict):
            raise self.error("", f"expected a mapping, found {_kind(value)}")
        self.raw: dict[str, object] = {str(key): item for key, item in value.items()}

    def error(self, key: str, message: str) -> CatalogueFileError:
        """Return the error to raise about ``key`` of this mapping."""
        where = "/".join(part for part in (self.path, key) if part)
        steps = tuple(int(step) if step.isdecimal() else step for step in where.split("/"))
        text = f"{where}: {message}" if where else message
        return CatalogueFileError(self.file, text, steps=steps)

    def __contains__(self, key: str) -> bool:
        return self.raw.get(key) is not None

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; ``default`` if the key is absent and a default is given."""
        value = self.raw.get(key, default)
        if not isinstance(value, str):
            raise self.error(key, f"expected a text, found {_kind(value)}")
        return value

    def text_or_none(self, key: str) -> str | None:
        """Return a text, None if the key is absent."""
        return self.text(key) if key in self else None

    def number(self, key: str, default: int | None = None) -> int:
        """Return a whole number; ``default`` if the key is absent and a default is given."""
        return _whole(self, key, self.raw.get(key, default))

    def number_or_none(self, key: str) -> int | None:
        """Return a whole number, None if the key is absent."""
        return self.number(key) if key in self else None

    def real_or_none(self, key: str) -> float | None:
        """Return a number, None if the key is absent."""
        value = self.raw.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(key, f"expected a number, found {_kind(value)}")
        return float(value)

    def flag(self, key: str) -> bool:
        """Return true or false; an absent key is false."""
        value = self.raw.get(key, False)
        if not isinstance(value, bool):
            raise self.error(key, f"expected true or false, found {_kind(value)}")
        return value

    def items(self, key: str) -> tuple[object, ...]:
        """Return the items of a list, none if the key is absent."""
        value = self.raw.get(key, [])
        if not isinstance(value, list):
            raise self.error(key, f"expected a list, found {_kind(value)}")
        return tuple(value)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty if the key is absent."""
        return tuple(_text(self, key, item) for item in self.items(key))

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a list of whole numbers, empty if the key is absent."""
        return tuple(_whole(self, key, item) for item in self.items(key))

    def rows(self, key: str) -> Iterator["Row"]:
        """Yield the rows of a list of lists, none if the key is absent."""
        for number, item in enumerate(self.items(key)):
            if not isinstance(item, list):
                raise self.error(f"{key}/{number}", f"expected a list, found {_kind(item)}")
            yield Row(self, f"{key}/{number}", tuple(item))

    def child(self, key: str) -> "Fields":
        """Return the mapping under ``key``, an empty one if the key is absent."""
        return Fields(self.file, self._join(key), self.raw.get(key, {}))

    def children(self, key: str) -> tuple["Fields", ...]:
        """Return the mappings of a list, none if the key is absent."""
        return tuple(
            Fields(self.file, self._join(f"{key}/{number}"), item)
            for number, item in enumerate(self.items(key))
        )

    def mappings(self, key: str) -> Mapping[str, "Fields"]:
        """Return a mapping of mappings, empty if the key is absent."""
        parent = self.child(key)
        return {name: parent.child(name) for name in parent.raw}

    def text_map(self, key: str) -> Mapping[str, str]:
        """Return a mapping of texts, empty if the key is absent."""
        parent = self.child(key)
        return {name: parent.text(name) for name in parent.raw}

    def _join(self, key: str) -> str:
        return f"{self.path}/{key}" if self.path else key


class Row:
    """A row of a table in a catalogue file, read by column number."""

    def __init__(self, owner: Fields, path: str, cells: tuple[object, ...]) -> None:
        self._owner = owner
        self._path = path
        self.cells = cells

    def number(self, column: int) -> int:
        """Return a whole number."""
        return _whole(self._owner, self._path, self._cell(column))

    def text(self, column: int) -> str:
        """Return a text."""
        return _text(self._owner, self._path, self._cell(column))

    def text_or_none(self, column: int) -> str | None:
        """Return a text, None if the cell is empty."""
        return None if self._cell(column) is None else self.text(column)

    def _cell(self, column: int) -> object:
        if column >= len(self.cells):
            raise self._owner.error(self._path, f"column {column + 1} is missing")
        return self.cells[column]


def _whole(owner: Fields, key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise owner.error(key, f"expected a whole number, found {_kind(value)}")
    return value


def _text(owner: Fields, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise owner.error(key, f"expected a text, found {_kind(value)}")
    return value


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return repr(value)
