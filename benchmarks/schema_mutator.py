"""Draws values, fields and rows of a release, legal more often than not, and changes documents."""

import random
import re

from fabricgen.model.configdb import FieldSpec, ListSpec, TypeSpec

ODD = [
    "",
    "0",
    "1",
    "7",
    "64",
    "100",
    "65535",
    "65536",
    "-1",
    "4294967295",
    "4294967296",
    " 7",
    "+7",
    "0x10",
    "007",
    "true",
    "True",
    "false",
    "up",
    "down",
    "on",
    "x",
    "Ethernet0",
    "Ethernet8",
    "Ethernet12",
    "PortChannel1",
    "Vlan100",
    "Vrf1",
    "default",
    "mgmt",
    "10.0.0.1",
    "10.0.0.1/24",
    "10.0.0.256",
    "2001:db8::1",
    "2001:DB8::1/64",
    "2001:db8:::1",
    "02:00:00:00:00:01",
    "AZURE",
    "3",
    "0-2",
    "2-0",
    "1.5",
    "99999999999999999999999",
    "é",
    "a b",
    "a,b",
    "[AZURE]",
    "GLOBAL",
    "/etc/x.cer",
    "Loopback0",
    "eth0",
    "all",
    "none",
    "up ",
]
Tables = dict[str, dict[str, dict[str, object]]]


class Mutator:
    """Draws rows, fields and values of a release, legal ones more often than not."""

    def __init__(self, schema, seed):
        self.schema = schema
        self.random = random.Random(seed)

    def value(self, spec: TypeSpec, tables: Tables, odd: float = 0.25) -> str:
        """Return a text for a type: legal, or with the chance ``odd`` any."""
        draw = self.random
        if draw.random() < odd:
            return draw.choice(ODD)
        if spec.kind == "enum":
            return draw.choice(spec.enums)
        if spec.kind == "boolean":
            return draw.choice(("true", "false"))
        if spec.kind == "integer":
            low, high = draw.choice(spec.ranges)
            if odd:
                low, high = low - draw.choice((0, 0, 1)), high + draw.choice((0, 0, 1))
            return str(draw.choice((low, high, draw.randint(low, min(high, low + 100)))))
        if spec.kind == "union":
            return self.value(draw.choice(spec.members), tables, odd)
        if spec.target is not None:
            table, name, leaf = spec.target
            entry = next(e for e in self.schema.tables[table].lists if e.name == name)
            names = [key.name for key in entry.keys]
            found = [
                key.split("|")[names.index(leaf)] if leaf in names else str(row.get(leaf, ""))
                for key, row in tables.get(table, {}).items()
                if entry.fixed == key or key.count("|") + 1 == len(names)
            ]
            return draw.choice(found) if found else draw.choice(ODD)
        return self.text(spec)

    def text(self, spec: TypeSpec) -> str:
        """Return a text for a string type."""
        draw = self.random
        if spec.patterns and re.fullmatch(r"[()\w|.:-]+", spec.patterns[0]):
            return draw.choice(spec.patterns[0].replace("(", "").replace(")", "").split("|"))
        if spec.lengths and draw.random() < 0.3:
            low, high = draw.choice(spec.lengths)
            return "a" * draw.choice((low, min(high, 300), max(0, low - 1), min(high, 300) + 1))
        candidates = [t for t in ODD if all(re.fullmatch(p, t) for p in spec.patterns)]
        return draw.choice(candidates or ODD)

    def field(self, spec: FieldSpec, tables: Tables, odd: float = 0.25) -> object:
        """Return a value for a field, a list where it takes one."""
        if not spec.is_list:
            return self.value(spec.type, tables, odd)
        count = self.random.choice((0, 1, 1, 2, 3)) if odd else max(1, spec.min_elements or 1)
        items = [self.value(spec.type, tables, odd) for _ in range(count)]
        return spec.separator.join(items) if spec.separator else items

    def row(self, entry: ListSpec, tables: Tables, odd: float, share: float):
        """Return key and row of a form; ``share`` of the optional fields are set."""
        key = entry.fixed or "|".join(self.value(k.type, tables, odd) for k in entry.keys)
        if entry.map_fields:
            left, right = entry.map_fields
            return key, {self.value(left.type, tables, odd): self.value(right.type, tables, odd)}
        fields = entry.fields.values()
        return key, {
            f.name: self.field(f, tables, odd)
            for f in fields
            if f.mandatory or f.min_elements or self.random.random() < share
        }

    def mutate(self, tables: Tables, names: list[str] | None = None) -> str:
        """Change one thing in one of the tables ``names`` (None: any); return the table it is in."""
        draw = self.random
        name = draw.choice(names or list(self.schema.tables))
        spec = self.schema.tables[name]
        rows = tables.setdefault(name, {})
        if not rows or draw.random() < 0.15:
            key, row = self.row(draw.choice(spec.lists), tables, 0.05, 0.2)
            rows[key] = row
            return name
        key = draw.choice(list(rows))
        fits = [e for e in spec.lists if e.fixed == key or len(e.keys) == key.count("|") + 1]
        entry = fits[0] if fits else draw.choice(spec.lists)
        row, chance = rows[key], draw.random()
        if chance < 0.75:
            if entry.map_fields:
                left, right = entry.map_fields
                row[self.value(left.type, tables)] = self.value(right.type, tables)
            elif entry.fields:
                field = draw.choice(list(entry.fields.values()))
                row[field.name] = self.field(field, tables)
        elif chance < 0.85 and row:
            row.pop(draw.choice(list(row)))
        elif chance < 0.90:
            del rows[key]
        elif chance < 0.95 and entry.keys:
            parts = key.split("|")
            index = draw.randrange(len(parts))
            parts[index] = self.value(entry.keys[min(index, len(entry.keys) - 1)].type, tables)
            rows["|".join(parts)] = rows.pop(key)
        else:
            row["bogus"] = "1"
        return name
