"""Check the fields of single rows: known, of the right shape, legal, and referring to what exists."""

from collections.abc import Mapping

from fabricgen.configdb.faults import Fault, Faults, Where, nearest, shown
from fabricgen.configdb.plans import FieldPlan, ListPlan
from fabricgen.configdb.references import References, dangling
from fabricgen.configdb.values import describe, legal_words
from fabricgen.model.configdb import FieldValue, Row, SonicSchema

# Where fields of old releases went.
_MOVED = {
    ("VLAN", "members"): "VLAN_MEMBER, one row for each port",
    ("PORTCHANNEL", "members"): "PORTCHANNEL_MEMBER, one row for each port",
    ("INTERFACE", "ipv4"): "the key: INTERFACE|<name>|<ip-prefix>",
}


class RowCheck:
    """Checks rows of one configuration and records faults."""

    def __init__(self, schema: SonicSchema, faults: Faults, references: References) -> None:
        self.schema = schema
        self.faults = faults
        self.references = references

    def accepts(self, field: FieldPlan, text: str) -> bool:
        """Return whether a field takes a text, by itself or because a reference resolves."""
        if field.accepts is not None and field.accepts(text):
            return True
        targets = field.targets
        return bool(targets) and self.references.resolves(text, targets)

    def check(self, table: str, key: str, row: Row, plan: ListPlan, parts: list[str]) -> None:
        """Record what is wrong with the fields of a row; ``parts`` are those of its key."""
        if plan.pair is not None:
            self._map(table, key, row, plan.pair)
            return
        fields = plan.fields
        for name, value in row.items():
            field = fields.get(name)
            if field is None or field.is_list or type(value) is not str:
                self._special(table, key, name, value, plan, parts)
            elif not self.accepts(field, value):
                self.refuse(Where(table, key, name), field, value)
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
            if not self.accepts(field, text):
                self.refuse(where, field, text)

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
            if not self.accepts(field, item):
                self.refuse(where, field, item)
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
            if not self.accepts(left, name):
                self.refuse(where, left, name)
            text = value if type(value) is str else self._text(where, value)
            if not self.accepts(right, text):
                self.refuse(where, right, text)

    def refuse(self, where: Where, field: FieldPlan, text: str) -> None:
        """Record that a field, or a key part, does not take a text."""
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
