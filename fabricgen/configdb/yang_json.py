"""A configuration as YANG instance data in JSON, the form the official engine reads."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from fabricgen.configdb.faults import Where
from fabricgen.configdb.plans import FieldPlan, ListPlan, TablePlan, plans_of
from fabricgen.model.configdb import ConfigDb, FieldValue, Row, SonicSchema

Json: TypeAlias = "str | list[str] | list[dict[str, str]]"
Members: TypeAlias = dict[str, Json]


class ConversionError(ValueError):
    """A row that SONiC's own conversion cannot turn into YANG data."""

    def __init__(self, where: Where, message: str) -> None:
        super().__init__(message)
        self.where = where


@dataclass(frozen=True, slots=True, kw_only=True)
class YangJson:
    """YANG JSON text with one row a line, the row of each line, and what did not convert."""

    text: str
    lines: Mapping[int, Where]
    errors: tuple[ConversionError, ...]


def convert(config: ConfigDb, schema: SonicSchema) -> YangJson:
    """Return ``config`` as YANG JSON of the models ``schema`` was compiled from.

    Tables without a model are left out, as SONiC does.
    """
    writer = _Writer()
    plans = plans_of(schema)
    modules: dict[str, list[tuple[TablePlan, Mapping[str, Row]]]] = {}
    for table, rows in config.tables.items():
        plan = plans(table)
        if plan is not None:
            modules.setdefault(plan.spec.module, []).append((plan, rows))
    writer.open("{")
    for module, tables in modules.items():
        writer.open(f"{json.dumps(f'{module}:{module}')}:{{")
        for plan, rows in tables:
            writer.table(plan, rows)
        writer.close("}")
    writer.close("}")
    return YangJson(text="\n".join(writer.out), lines=writer.lines, errors=tuple(writer.errors))


class _Writer:
    """Writes JSON line by line; commas go to the end of the line before."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.lines: dict[int, Where] = {}
        self.errors: list[ConversionError] = []
        self._first = True

    def open(self, text: str) -> None:
        self._line(text)
        self._first = True

    def close(self, text: str) -> None:
        self.out.append(text)
        self._first = False

    def _line(self, text: str) -> None:
        if not self._first:
            self.out[-1] += ","
        self.out.append(text)
        self._first = False

    def entry(self, text: str, where: Where) -> None:
        self._line(text)
        self.lines[len(self.out)] = where

    def table(self, plan: TablePlan, rows: Mapping[str, Row]) -> None:
        name = plan.spec.name
        by_list: dict[str, list[tuple[str, Members]]] = {}
        fixed: list[tuple[str, Members]] = []
        for key, row in rows.items():
            try:
                found, members = _row(plan, key, row)
            except ConversionError as error:
                self.errors.append(error)
                continue
            if found.spec.fixed is None:
                by_list.setdefault(found.spec.name, []).append((key, members))
            else:
                fixed.append((key, members))
        self.open(f"{json.dumps(name)}:{{")
        for list_name, entries in by_list.items():
            self.open(f"{json.dumps(list_name)}:[")
            for key, members in entries:
                self._members(name, key, members)
            self.close("]")
        for key, members in fixed:
            self.entry(f"{json.dumps(key)}:{json.dumps(members)}", Where(name, key))
        self.close("}")

    def _members(self, table: str, key: str, members: Members) -> None:
        """Write one row; the pairs of a map table get a line each."""
        pairs = {n: v for n, v in members.items() if isinstance(v, list) and _is_map(v)}
        plain = {n: v for n, v in members.items() if n not in pairs}
        where = Where(table, key)
        if not pairs:
            self.entry(json.dumps(plain), where)
            return
        ((inner, rows),) = pairs.items()
        self._line(f"{json.dumps(plain)[:-1]},{json.dumps(inner)}:[")
        self.lines[len(self.out)] = where
        self._first = True
        for row in rows:
            field = next(iter(row.values())) if isinstance(row, dict) else None
            self.entry(json.dumps(row), Where(table, key, field))
        self.close("]}")


def _is_map(value: list[str] | list[dict[str, str]]) -> bool:
    return bool(value) and isinstance(value[0], dict)


def _row(plan: TablePlan, key: str, row: Row) -> tuple[ListPlan, Members]:
    parts = [part.strip() for part in key.split("|")]
    table = plan.spec.name
    found = plan.plan_for(key, parts, row)
    if found is None:
        raise ConversionError(
            Where(table, key), f"a key of {table} is {plan.key_forms() or 'not used'}"
        )
    members: Members = {}
    if found.spec.fixed is None:
        members.update(zip(found.key_names, parts, strict=True))
    if found.pair is not None:
        inner = f"{table}_LIST" if found.spec.name != f"{table}_LIST" else table
        members[inner] = list(_pairs(Where(table, key), row, found.pair))
        return found, members
    for name, value in row.items():
        where = Where(table, key, name)
        field = found.fields.get(name)
        if field is None:
            if members.get(name) == value:
                continue
            raise ConversionError(where, f"the models have no field {name} in {table}")
        text = _value(where, field, value)
        if text is not None:
            members[name] = text
    return found, members


def _pairs(where: Where, row: Row, pair: tuple[FieldPlan, FieldPlan]) -> Iterator[dict[str, str]]:
    left, right = pair
    if set(row) == {"NULL"}:
        raise ConversionError(where, "the row holds the database's NULL mark; write {}")
    for name, value in row.items():
        text = _scalar(Where(where.table, where.key, name), value)
        yield {left.spec.name: name, right.spec.name: text}


def _scalar(where: Where, value: FieldValue) -> str:
    if value is None or isinstance(value, tuple | Mapping):
        raise ConversionError(where, "the value is not a single text")
    return str(value)


def _value(where: Where, field: FieldPlan, value: FieldValue) -> str | list[str] | None:
    spec = field.spec
    if not spec.is_list:
        return _number(where, field, _scalar(where, value))
    if isinstance(value, tuple):
        items = [_scalar(where, item) for item in value]
    elif spec.separator is None:
        raise ConversionError(where, "the value is a text, the model has a list")
    else:
        items = [item.strip() for item in _scalar(where, value).split(spec.separator)]
    if spec.default is None:
        items = [item for item in items if item != ""]
    elif not items:
        raise ConversionError(where, "the list is empty; leave the field out")
    return [_number(where, field, item) for item in items]


def _number(where: Where, field: FieldPlan, text: str) -> str:
    """Return a text as SONiC converts it: unsigned numbers are read as decimal."""
    kind = field.spec.type
    if kind.kind != "integer" or kind.ranges[0][0] < 0:
        return text
    try:
        return str(int(text, 10))
    except ValueError:
        raise ConversionError(where, f"{text!r} is not a whole number") from None
