"""Hold a configuration against a release's schema."""

from collections.abc import Mapping

from fabricgen.configdb.faults import Fault, Faults, Where, nearest, shown
from fabricgen.configdb.plans import FieldPlan, ListPlan, TablePlan, plans_of
from fabricgen.configdb.references import References, dangling
from fabricgen.configdb.values import describe, legal_words
from fabricgen.model.configdb import ConfigDb, FieldValue, Row, SonicSchema
from fabricgen.model.diagnostic import Problem

# Where fields of old releases went.
_MOVED = {
    ("VLAN", "members"): "VLAN_MEMBER, one row for each port",
    ("PORTCHANNEL", "members"): "PORTCHANNEL_MEMBER, one row for each port",
    ("INTERFACE", "ipv4"): "the key: INTERFACE|<name>|<ip-prefix>",
}


def check(config: ConfigDb, schema: SonicSchema) -> tuple[Problem, ...]:
    """Return what the tables of ``config`` hold that ``schema`` does not allow, in file order.

    The problems of reading the file are not repeated. Kinds: ``unknown-table``, ``no-known-table``,
    ``unknown-row``, ``unknown-field``, ``bad-key``, ``blank-in-key``, ``several-in-key``,
    ``bad-value``, ``not-text``, ``wrong-shape``, ``null-row``, ``missing-field``,
    ``dangling-reference``, ``old-reference``, ``duplicate-element``, ``element-count``,
    ``row-count``, ``not-unique``.
    """
    run = _Run(config, schema)
    for table, rows in config.tables.items():
        run.table(table, rows)
    return tuple(run.faults.problems(config))


class _Run:
    """One check of one configuration."""

    def __init__(self, config: ConfigDb, schema: SonicSchema) -> None:
        self.config = config
        self.schema = schema
        self.faults = Faults()
        self.references = References(config, schema)
        self.plans = plans_of(schema)

    def table(self, table: str, rows: Mapping[str, Row]) -> None:
        plan = self.plans(table)
        if plan is None:
            self._unknown_table(table)
            return
        counts: dict[str, list[tuple[str, list[str]]]] = {}
        # Rows repeat: a port's rows look like its neighbour's. What was found good once is not
        # looked at again.
        good_rows: set[tuple[object, ...]] = set()
        good_parts: dict[int, set[str]] = {}
        by_count = plan.by_count if not plan.fixed else {}
        for key, row in rows.items():
            parts = key.split("|")
            if " " in key or "\t" in key:
                parts = self._strip(table, key, parts)
            lists = by_count.get(len(parts))
            found = lists[0] if lists and len(lists) == 1 else plan.plan_for(key, parts, row)
            if found is None:
                self._bad_key(plan, key)
                continue
            if found.counted:
                counts.setdefault(found.spec.name, []).append((key, parts))
            for field, part in zip(found.keys, parts, strict=False):
                good = good_parts.setdefault(field.number, set())
                if part not in good:
                    if self._accepts(field, part):
                        good.add(part)
                    else:
                        self._refuse(Where(table, key), field, part)
            try:
                content = (found.spec.name, *row.items())
                if content in good_rows:
                    continue
            except TypeError:  # an object inside the row
                content = ()
            before = len(self.faults)
            self._row(table, key, row, found, parts)
            if len(self.faults) == before and content:
                good_rows.add(content)
        if counts:
            self._counts(plan, counts)

    def _strip(self, table: str, key: str, parts: list[str]) -> list[str]:
        stripped = [part.strip() for part in parts]
        if stripped != parts:
            fault = Fault(
                "blank-in-key",
                f"a blank stands at the end of a part of the key {key!r}",
                f'write "{"|".join(stripped)}"; models cut the blank, the database keeps it',
            )
            self.faults.add(Where(table, key), fault)
        return stripped

    def _unknown_table(self, table: str) -> None:
        near = nearest(table, self.schema.tables)
        message = f"SONiC {self.schema.release} has no model of the table {table}"
        hint = f"did you mean {near}?" if near else "leave it out unless an image of yours uses it"
        if not any(name in self.schema.tables for name in self.config.tables):
            self.faults.add(
                Where(next(iter(self.config.tables))),
                Fault(
                    "no-known-table",
                    f"none of the {len(self.config.tables)} tables has a model in SONiC"
                    f" {self.schema.release}, so nothing could be checked",
                    "is this a CONFIG_DB file? its tables stand at the top level",
                ),
            )
            return
        self.faults.add(Where(table), Fault("unknown-table", message, hint))

    def _bad_key(self, plan: TablePlan, key: str) -> None:
        name = plan.spec.name
        if plan.fixed and not plan.by_count:
            near = nearest(key, plan.fixed)
            rows = ", ".join(plan.fixed)
            hint = f"did you mean {near}?" if near else f"the table has {rows}"
            message = f"SONiC {self.schema.release} knows no row {key} of {name}"
            self.faults.add(Where(name, key), Fault("unknown-row", message, hint))
            return
        forms = plan.key_forms()
        count = key.count("|") + 1
        message = f"the key {key!r} has {count} part{'s' if count > 1 else ''}"
        self.faults.add(
            Where(name, key), Fault("bad-key", message, f"a key of {name} is {forms or 'not used'}")
        )

    def _accepts(self, field: FieldPlan, text: str) -> bool:
        if field.accepts is not None and field.accepts(text):
            return True
        targets = field.targets
        return bool(targets) and self.references.resolves(text, targets)

    def _row(self, table: str, key: str, row: Row, plan: ListPlan, parts: list[str]) -> None:
        if plan.pair is not None:
            self._map(table, key, row, plan.pair)
            return
        fields = plan.fields
        for name, value in row.items():
            field = fields.get(name)
            if field is None or field.is_list or type(value) is not str:
                self._special(table, key, name, value, plan, parts)
            elif not self._accepts(field, value):
                self._refuse(Where(table, key, name), field, value)
        for name in plan.defaulted:
            default = fields[name].spec.default or ""
            if name not in row and not self.references.resolves(default, fields[name].targets):
                message = f"the field {name} is missing, and its default {default!r} names nothing"
                fault = Fault(
                    "missing-field", message, f"it takes {describe(fields[name].spec.type)}"
                )
                self.faults.add(Where(table, key, name), fault)
        for name in plan.required:
            if name not in row:
                takes = describe(fields[name].spec.type)
                fault = Fault("missing-field", f"the field {name} is missing", f"it takes {takes}")
                self.faults.add(Where(table, key, name), fault)

    def _special(
        self, table: str, key: str, name: str, value: FieldValue, plan: ListPlan, parts: list[str]
    ) -> None:
        where = Where(table, key, name)
        field = plan.fields.get(name)
        if field is None:
            if name in plan.key_names and value == parts[plan.key_names.index(name)]:
                return
            self._unknown_field(where, value, plan)
        elif isinstance(value, Mapping) or value is None:
            what = "null" if value is None else "an object"
            text = f"the value is {what}, not a text"
            hint = "leave the field out" if value is None else "write a text in double quotes"
            self.faults.add(
                where, Fault("not-text" if value is None else "wrong-shape", text, hint)
            )
        elif field.is_list:
            self._list(where, field, value)
        elif isinstance(value, tuple):
            items = ",".join(str(item) for item in value)
            hint = f'write "{items[:80]}"'
            self.faults.add(
                where, Fault("wrong-shape", "the value is a list, the model has a text", hint)
            )
        else:
            text = self._text(where, value)
            if not self._accepts(field, text):
                self._refuse(where, field, text)

    def _text(self, where: Where, value: FieldValue) -> str:
        """Return a scalar as text, recording that it was none."""
        if isinstance(value, str):
            return value
        json = str(value).lower() if isinstance(value, bool) else str(value)
        what = "true or false" if isinstance(value, bool) else "a number"
        if value is None:
            what, json = "null", ""
        message = f"the value is {what} of JSON, not a text"
        self.faults.add(where, Fault("not-text", message, f'write "{json}"'))
        return json

    def _list(self, where: Where, field: FieldPlan, value: FieldValue) -> None:
        spec = field.spec
        if isinstance(value, tuple):
            items = [
                self._text(where, item) for item in value if not isinstance(item, tuple | Mapping)
            ]
            if len(items) != len(value):
                self.faults.add(
                    where, Fault("wrong-shape", "the list holds a list or an object", "write texts")
                )
        elif spec.separator is None:
            shown_items = ", ".join(f'"{p.strip()}"' for p in str(value).split(",")[:8])
            message = "the value is a text, the model has a list"
            self.faults.add(where, Fault("wrong-shape", message, f"write [{shown_items}]"))
            return
        else:
            items = [item.strip() for item in self._text(where, value).split(spec.separator)]
        if spec.default is None:
            items = [item for item in items if item != ""]
        elif not items:
            self.faults.add(
                where, Fault("wrong-shape", "the list is empty", "leave the field out instead")
            )
        self._elements(where, field, items)

    def _elements(self, where: Where, field: FieldPlan, items: list[str]) -> None:
        seen: set[str] = set()
        for item in items:
            if item in seen:
                message = f"the list holds {shown(where.table, field.spec.name, item)} twice"
                self.faults.add(where, Fault("duplicate-element", message, "remove one"))
            seen.add(item)
            if not self._accepts(field, item):
                self._refuse(where, field, item)
        low, high = field.spec.min_elements or 0, field.spec.max_elements
        if len(items) < low or (high is not None and len(items) > high):
            most = f" and at most {high}" if high is not None else ""
            message = f"the list holds {len(items)} elements; it takes at least {low}{most}"
            self.faults.add(where, Fault("element-count", message, "add or remove elements"))

    def _map(self, table: str, key: str, row: Row, pair: tuple[FieldPlan, FieldPlan]) -> None:
        left, right = pair
        if set(row) == {"NULL"}:
            self._unknown_field(Where(table, key, "NULL"), row["NULL"], None)
            return
        for name, value in row.items():
            where = Where(table, key, name)
            if isinstance(value, tuple | Mapping):
                self.faults.add(
                    where, Fault("wrong-shape", "the value is not a single text", "write one text")
                )
                continue
            if not self._accepts(left, name):
                self._refuse(where, left, name)
            text = value if type(value) is str else self._text(where, value)
            if not self._accepts(right, text):
                self._refuse(where, right, text)

    def _refuse(self, where: Where, field: FieldPlan, text: str) -> None:
        if field.targets:
            fault = dangling(where, field, text, self.references, self.schema)
            self.faults.add(where, fault)
            return
        name = field.spec.name
        message = f"{name} is {shown(where.table, name, text)}, not {describe(field.spec.type)}"
        self.faults.add(where, Fault("bad-value", message, _value_hint(field, text)))

    def _unknown_field(self, where: Where, value: FieldValue, plan: ListPlan | None) -> None:
        table, _, name = where
        if name == "NULL" and (value == "NULL" or plan is None):
            fault = Fault("null-row", "the row holds the database's NULL mark", "write {} instead")
            self.faults.add(where, fault)
            return
        if plan is None or name is None:
            return
        if name in plan.key_names:
            message = f"the field {name} repeats a part of the key with another value"
            self.faults.add(where, Fault("unknown-field", message, "remove the field"))
            return
        moved = _MOVED.get((table, name))
        near = nearest(name, plan.fields)
        hint = f"did you mean {near}?" if near else "remove it"
        if moved:
            hint = f"older releases had it; it is now {moved}"
        message = f"SONiC {self.schema.release} has no field {name} in {table}"
        self.faults.add(where, Fault("unknown-field", message, hint))

    def _counts(self, plan: TablePlan, counts: Mapping[str, list[tuple[str, list[str]]]]) -> None:
        for spec in plan.spec.lists:
            rows = counts.get(spec.name, [])
            name = plan.spec.name
            if spec.max_elements is not None and len(rows) > spec.max_elements:
                message = f"{name} has {len(rows)} rows; it takes at most {spec.max_elements}"
                where = Where(name, rows[spec.max_elements][0])
                self.faults.add(where, Fault("row-count", message, "remove rows"))
            keys = [key.name for key in spec.keys]
            for unique in spec.unique:
                self._unique(name, keys, unique, rows)

    def _unique(
        self,
        table: str,
        keys: list[str],
        unique: tuple[str, ...],
        rows: list[tuple[str, list[str]]],
    ) -> None:
        seen: dict[tuple[str | None, ...], str] = {}
        for key, parts in rows:
            named = dict(zip(keys, parts, strict=True))
            values = tuple(named.get(n) or self.config.text(table, key, n) for n in unique)
            if None not in values and values in seen:
                what = " and ".join(unique)
                message = f"the same {what} as in the row {seen[values]}"
                self.faults.add(
                    Where(table, key), Fault("not-unique", message, f"change the {what}")
                )
            seen.setdefault(values, key)


def _value_hint(field: FieldPlan, text: str) -> str:
    words = legal_words(field.spec.type)
    lowered = {word.lower(): word for word in words}
    if text.strip().lower() in lowered:
        return f'write "{lowered[text.strip().lower()]}"'
    near = nearest(text, words)
    if near:
        return f"did you mean {near}?"
    if " " in text and "," not in text and field.accepts and field.accepts(",".join(text.split())):
        return f'write "{",".join(text.split())}"'
    return "write a legal value, or leave the field out"
