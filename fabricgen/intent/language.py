"""The intent language as data: the keys of each record, read from the annotations of the records."""

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Union, get_args, get_origin, get_type_hints

from fabricgen.model.intent import Intent, Key


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageKey:
    """One key of a record.

    ``record`` is the record a mapping under this key builds, None for scalars and rows. ``many`` says the
    value is a list, ``text_too`` that a text may stand where the record may (a catalogue name).
    ``absent`` is the value of an absent key, meaningless when ``required``.
    """

    name: str
    key: Key
    record: type | None
    many: bool
    text_too: bool
    required: bool
    absent: object

    @property
    def rows(self) -> bool:
        """Whether the value is CONFIG_DB rows by key."""
        return self.key.kind == "rows"


@cache
def language(record: type) -> Mapping[str, LanguageKey]:
    """Return the keys of ``record`` by name, in the order they are declared.

    Fields without an annotation of ``Key`` (such as ``Intent.places``) are no keys.
    """
    hints = get_type_hints(record, include_extras=True)
    listed = (_language_key(entry, hints[entry.name]) for entry in fields(record))
    return {item.name: item for item in listed if item is not None}


@cache
def records() -> tuple[type, ...]:
    """Return all records of the language, the intent first, each before the records it holds."""
    found: list[type] = []
    waiting: list[type] = [Intent]
    while waiting:
        record = waiting.pop(0)
        if record in found:
            continue
        found.append(record)
        waiting += [item.record for item in language(record).values() if item.record is not None]
    return tuple(found)


@cache
def homes(name: str) -> tuple[str, ...]:
    """Return the dotted paths at which the key ``name`` is legal, lists and their items not told apart."""
    return tuple(path for path, _ in _paths(Intent, "") if path.rpartition(".")[2] == name)


@cache
def standing(record: type) -> tuple[str, ...]:
    """Return the dotted paths at which ``record`` may stand."""
    return tuple(path for path, below in _paths(Intent, "") if below is record)


def _paths(record: type, prefix: str) -> list[tuple[str, type | None]]:
    found: list[tuple[str, type | None]] = []
    for name, item in language(record).items():
        found.append((prefix + name, item.record))
        if item.record is not None:
            found += _paths(item.record, f"{prefix}{name}.")
    return found


def _language_key(entry: "Field[object]", hint: object) -> LanguageKey | None:
    if get_origin(hint) is not Annotated:
        return None
    inner, *extras = get_args(hint)
    key = next((extra for extra in extras if isinstance(extra, Key)), None)
    if key is None:
        return None
    choices = _alternatives(inner)
    many = any(get_origin(choice) is tuple for choice in choices)
    if many:
        choices = _alternatives(get_args(inner)[0])
    record = next((c for c in choices if isinstance(c, type) and is_dataclass(c)), None)
    required = entry.default is MISSING and entry.default_factory is MISSING
    return LanguageKey(
        name=entry.name,
        key=key,
        record=record,
        many=many,
        text_too=record is not None and str in choices,
        required=required,
        absent=None if required else entry.default,
    )


def _alternatives(hint: object) -> tuple[object, ...]:
    if get_origin(hint) in (Union, types.UnionType):
        return get_args(hint)
    return (hint,)
