"""A schema prepared for checking: predicates, references and key forms by table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from fabricgen.configdb.values import Predicate, Target, split
from fabricgen.model.configdb import FieldSpec, ListSpec, SonicSchema, TableSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldPlan:
    """How to check a field: ``accepts`` for values that stand alone, ``targets`` for references."""

    spec: FieldSpec
    accepts: Predicate | None
    targets: tuple[Target, ...]
    is_list: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPlan:
    """How to check the rows of one list or fixed row of a table.

    ``required`` fields must be there; so must ``defaulted`` ones, unless their default resolves.
    ``counted`` lists limit their rows or demand something unique of them.
    """

    spec: ListSpec
    keys: tuple[FieldPlan, ...]
    key_names: tuple[str, ...]
    fields: Mapping[str, FieldPlan]
    required: tuple[str, ...]
    defaulted: tuple[str, ...]
    pair: tuple[FieldPlan, FieldPlan] | None
    counted: bool

    def knows(self, field: str) -> bool:
        """Return whether a row of this form may have the field."""
        return self.pair is not None or field in self.fields or field in self.key_names


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """How to check a table: its lists by the number of key parts, and its fixed rows."""

    spec: TableSpec
    by_count: Mapping[int, tuple[ListPlan, ...]]
    fixed: Mapping[str, ListPlan]

    def plan_for(self, key: str, parts: list[str], fields: Mapping[str, object]) -> ListPlan | None:
        """Return the form a row has, None if its key fits no form of the table."""
        lists = self.by_count.get(len(parts), ())
        if len(lists) == 1 and not self.fixed:
            return lists[0]
        fixed = self.fixed.get(key)
        if fixed is not None and not (lists and all(lists[0].knows(f) for f in fields)):
            return fixed
        for plan in lists if len(lists) > 1 else ():
            if all(plan.knows(field) for field in fields):
                return plan
        return lists[0] if lists else None

    def key_forms(self) -> str:
        """Return the key forms of the table, for people: ``<name>`` or ``<name>|<ip-prefix>``."""
        forms = ["|".join(f"<{name}>" for name in p.key_names) for p in self._lists()]
        return " or ".join([*forms, *self.fixed])

    def _lists(self) -> list[ListPlan]:
        return [plan for plans in self.by_count.values() for plan in plans]


class _Identity:
    """A schema as a cache key: the same object is the same key."""

    __slots__ = ("schema",)

    def __init__(self, schema: SonicSchema) -> None:
        self.schema = schema

    def __hash__(self) -> int:
        return id(self.schema)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.schema is self.schema


def plans_of(schema: SonicSchema) -> Callable[[str], TablePlan | None]:
    """Return a function from a table's name to its plan, None for tables the schema lacks.

    Plans are made when a table is first asked for, and kept.
    """
    return _plans(_Identity(schema))


@lru_cache(maxsize=8)
def _plans(key: _Identity) -> Callable[[str], TablePlan | None]:
    tables = key.schema.tables

    @lru_cache(maxsize=1024)
    def plan(name: str) -> TablePlan | None:
        spec = tables.get(name)
        return None if spec is None else _table_plan(spec)

    return plan


def _table_plan(spec: TableSpec) -> TablePlan:
    by_count: dict[int, tuple[ListPlan, ...]] = {}
    fixed: dict[str, ListPlan] = {}
    for entry in spec.lists:
        plan = _list_plan(entry)
        if entry.fixed is not None:
            fixed[entry.fixed] = plan
        else:
            by_count[len(entry.keys)] = (*by_count.get(len(entry.keys), ()), plan)
    return TablePlan(spec=spec, by_count=by_count, fixed=fixed)


def _list_plan(spec: ListSpec) -> ListPlan:
    pair = spec.map_fields
    fields = {name: field_plan(field, converted=True) for name, field in spec.fields.items()}
    return ListPlan(
        spec=spec,
        keys=tuple(field_plan(key) for key in spec.keys),
        key_names=tuple(key.name for key in spec.keys),
        fields=fields,
        required=tuple(
            name for name, field in spec.fields.items() if field.mandatory or field.min_elements
        ),
        defaulted=tuple(name for name, field in fields.items() if _is_defaulted(field)),
        counted=spec.max_elements is not None or bool(spec.unique),
        pair=None if pair is None else (field_plan(pair[0]), field_plan(pair[1])),
    )


def _is_defaulted(field: FieldPlan) -> bool:
    """Return whether the field's default is a reference, which an absent field then has to meet."""
    default = field.spec.default
    if default is None or not field.targets or field.is_list:
        return False
    return field.accepts is None or not field.accepts(default)


def field_plan(spec: FieldSpec, *, converted: bool = False) -> FieldPlan:
    """Return how to check a field; ``converted`` as in ``values.split``."""
    accepts, targets = split(spec.type, converted=converted)
    return FieldPlan(spec=spec, accepts=accepts, targets=targets, is_list=spec.is_list)
