"""Read and write compiled schemas as compact JSON, one table a line."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import orjson

from fabricgen import packaged
from fabricgen.model.configdb import FieldSpec, ListSpec, SonicSchema, TableSpec, TypeSpec

FORMAT = 1
Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json] | None"


def releases() -> tuple[str, ...]:
    """Return the names of the packaged schemas; ``master`` is last."""
    return tuple(
        path.stem for path in sorted((packaged.folder("schemas") / "sonic").glob("*.json"))
    )


@lru_cache(maxsize=16)
def load_schema(release_or_file: str) -> SonicSchema:
    """Return a packaged schema by its release name, or a compiled schema file by its path.

    Raises:
        ValueError: There is no such schema, or the file is not a compiled schema.
    """
    path = Path(release_or_file)
    if "/" not in release_or_file and not release_or_file.endswith(".json"):
        path = packaged.folder("schemas") / "sonic" / f"{release_or_file}.json"
        if not path.is_file():
            known = ", ".join(releases())
            raise ValueError(
                f"no schema of the SONiC release {release_or_file!r}; there are {known}"
            )
    try:
        content = orjson.loads(path.read_bytes())
        if content["format"] != FORMAT:
            raise ValueError(f"{path} is a schema of format {content['format']}, not {FORMAT}")
        return _Loader(content["types"]).schema(content)
    except OSError as error:
        raise ValueError(f"cannot read the schema {path}: {error.strerror}") from error
    except (KeyError, TypeError, IndexError, AttributeError, orjson.JSONDecodeError) as error:
        raise ValueError(
            f"{path} is not a compiled schema; make one with 'fabricgen schema compile'"
        ) from error


def referrers(schema: SonicSchema, table: str) -> tuple[str, ...]:
    """Return the fields (``TABLE|field``) and keys (``TABLE``) whose values name a row of a table."""
    found: dict[str, None] = {}
    for name, spec in schema.tables.items():
        for rows in spec.lists:
            for key in rows.keys:
                if name != table and _names(key.type, table):
                    found[name] = None
            for field in (*rows.fields.values(), *(rows.map_fields or ())):
                if _names(field.type, table):
                    found[f"{name}|{field.name}"] = None
    return tuple(found)


def _names(spec: TypeSpec, table: str) -> bool:
    if spec.target is not None and spec.target[0] == table:
        return True
    return any(_names(member, table) for member in spec.members)


class _Loader:
    """Turns the JSON form into records; equal types become one record."""

    def __init__(self, types: list[dict[str, Json]]) -> None:
        self.types: list[TypeSpec] = []
        for entry in types:
            self.types.append(self._type(entry))

    def _type(self, entry: Mapping[str, Json]) -> TypeSpec:
        return TypeSpec(
            kind=str(entry["kind"]),
            ranges=_pairs(entry.get("ranges")),
            lengths=_pairs(entry.get("lengths")),
            patterns=_texts(entry.get("patterns")),
            inverted=_texts(entry.get("inverted")),
            enums=_texts(entry.get("enums")),
            fraction_digits=_whole(entry.get("digits")),
            target=_target(entry.get("target")),
            members=tuple(self.types[int(str(i))] for i in _items(entry.get("members"))),
        )

    def schema(self, content: Mapping[str, Mapping[str, list[Json]]]) -> SonicSchema:
        tables = {
            name: TableSpec(
                name=name,
                module=str(module),
                lists=tuple(self._list(entry) for entry in _items(lists)),
            )
            for name, (module, lists) in content["tables"].items()
        }
        return SonicSchema(
            release=str(content["release"]), source=str(content["source"]), tables=tables
        )

    def _list(self, entry: Json) -> ListSpec:
        assert isinstance(entry, dict)
        pair = tuple(self._fields(entry.get("map")).values())
        fixed = entry.get("fixed")
        return ListSpec(
            name=str(entry["name"]),
            keys=tuple(self._fields(entry.get("keys")).values()),
            fields=self._fields(entry.get("fields")),
            fixed=None if fixed is None else str(fixed),
            map_fields=(pair[0], pair[1]) if pair else None,
            unique=tuple(_texts(names) for names in _items(entry.get("unique"))),
            min_elements=_whole(entry.get("min")),
            max_elements=_whole(entry.get("max")),
        )

    def _fields(self, entries: Json) -> dict[str, FieldSpec]:
        assert entries is None or isinstance(entries, dict)
        return {name: self._field(name, entry) for name, entry in (entries or {}).items()}

    def _field(self, name: str, entry: Json) -> FieldSpec:
        if isinstance(entry, int):
            return FieldSpec(name=name, type=self.types[entry])
        assert isinstance(entry, dict)
        default, separator = entry.get("default"), entry.get("separator")
        return FieldSpec(
            name=name,
            type=self.types[int(str(entry["type"]))],
            mandatory=bool(entry.get("mandatory", False)),
            default=None if default is None else str(default),
            is_list=bool(entry.get("list", False)),
            separator=None if separator is None else str(separator),
            min_elements=_whole(entry.get("min")),
            max_elements=_whole(entry.get("max")),
        )


def _items(entry: Json) -> list[Json]:
    return entry if isinstance(entry, list) else []


def _texts(entry: Json) -> tuple[str, ...]:
    return tuple(str(item) for item in _items(entry))


def _pairs(entry: Json) -> tuple[tuple[int, int], ...]:
    pairs = [_items(item) for item in _items(entry)]
    return tuple((int(str(low)), int(str(high))) for low, high in pairs)


def _whole(entry: Json) -> int | None:
    return entry if isinstance(entry, int) else None


def _target(entry: Json) -> tuple[str, str, str] | None:
    if entry is None:
        return None
    table, name, leaf = _texts(entry)
    return table, name, leaf


def dump_schema(schema: SonicSchema) -> bytes:
    """Return a schema as JSON: the same bytes for the same schema on every machine."""
    types: dict[TypeSpec, int] = {}
    tables: dict[str, Json] = {
        name: [table.module, [_dump_list(entry, types) for entry in table.lists]]
        for name, table in schema.tables.items()
    }
    head: dict[str, Json] = {"format": FORMAT, "release": schema.release, "source": schema.source}
    lines = [f"{_line(key)}:{_line(value)}," for key, value in head.items()]
    lines.append('"types":[')
    lines.append(",\n".join(_line(_dump_type(entry, types)) for entry in types))
    lines.append('],\n"tables":{')
    lines.append(",\n".join(f"{_line(name)}:{_line(table)}" for name, table in tables.items()))
    return ("{\n" + "\n".join(lines) + "\n}}\n").encode("ascii")


def _line(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)


def _number(spec: TypeSpec, types: dict[TypeSpec, int]) -> int:
    for member in spec.members:
        _number(member, types)
    return types.setdefault(spec, len(types))


def _present(entry: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in entry.items() if value not in (None, [], {}, False)}


def _dump_type(spec: TypeSpec, types: Mapping[TypeSpec, int]) -> dict[str, Json]:
    return _present(
        {
            "kind": spec.kind,
            "ranges": [list(pair) for pair in spec.ranges],
            "lengths": [list(pair) for pair in spec.lengths],
            "patterns": list(spec.patterns),
            "inverted": list(spec.inverted),
            "enums": list(spec.enums),
            "digits": spec.fraction_digits,
            "target": list(spec.target or ()),
            "members": [types[member] for member in spec.members],
        }
    )


def _dump_field(spec: FieldSpec, types: dict[TypeSpec, int]) -> Json:
    number = _number(spec.type, types)
    entry: dict[str, Json] = {"mandatory": spec.mandatory, "list": spec.is_list}
    entry |= {"separator": spec.separator, "min": spec.min_elements, "max": spec.max_elements}
    entry = _present(entry)
    if spec.default is not None:
        entry["default"] = spec.default
    return {"type": number, **entry} if entry else number


def _dump_fields(specs: Mapping[str, FieldSpec], types: dict[TypeSpec, int]) -> dict[str, Json]:
    return {name: _dump_field(spec, types) for name, spec in specs.items()}


def _dump_list(spec: ListSpec, types: dict[TypeSpec, int]) -> Json:
    return _present(
        {
            "name": spec.name,
            "fixed": spec.fixed,
            "keys": _dump_fields({key.name: key for key in spec.keys}, types),
            "map": _dump_fields({field.name: field for field in spec.map_fields or ()}, types),
            "fields": _dump_fields(spec.fields, types),
            "unique": [list(names) for names in spec.unique],
            "min": spec.min_elements,
            "max": spec.max_elements,
        }
    )
