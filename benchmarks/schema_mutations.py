"""Mutate configurations over all tables and compare our verdict with the official YANG engine's.

    python benchmarks/schema_mutations.py YANG_DIR --release 202511 --count 10000 [--seed 1]

Starts from a correct leaf, fills every table of the release with a row the engine accepts, then
changes single fields, keys and rows. Prints how many refusals of the engine the embedded schema and
our rules catch, every false refusal, and the table of what is missed. Exit code 1 on a false refusal.
"""

import argparse
import copy
import json
import random
import re
import sys
from collections import Counter
from pathlib import Path

from fabricgen.configdb import check, load_schema, official, parse
from fabricgen.configdb.official import EXTRA
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.configdb import ConfigCheck, FieldSpec, ListSpec, TypeSpec
from fabricgen.model.rule import Point
from fabricgen.validate import load_rules

ROOT = Path(__file__).resolve().parent.parent
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
# Rules that restate conditions of the models.
RESTATED = re.compile(r"REF0[23]\d")
# Refused on purpose although the models accept it: JSON numbers and blanks in keys.
STRICTER = {"not-text", "blank-in-key", "unknown-table"}
EMPTY = Catalogue(platforms={}, nodes={}, models={})
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

    def mutate(self, tables: Tables) -> str:
        """Change one thing; return the table it is in."""
        draw = self.random
        name = draw.choice(list(self.schema.tables))
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


class Judges:
    """Both verdicts on a document."""

    def __init__(self, schema, folder):
        self.schema, self.folder = schema, folder
        self.rules = [
            rule
            for rule in load_rules().values()
            if rule.point is Point.CONFIG and RESTATED.fullmatch(rule.id)
        ]

    def official(self, tables):
        """Return the official engine's refusals."""
        config = parse(json.dumps(tables), "config_db.json")
        found = official([config], self.folder)
        if found and found[0].kind == "official-engine":
            sys.exit(f"{found[0].message}: pip install '{EXTRA}'")
        return found

    def ours(self, tables):
        """Return the embedded schema's refusals and those of the rules that restate conditions."""
        config = parse(json.dumps(tables), "config_db.json")
        problems = check(config, self.schema)
        subject = ConfigCheck(config=config, schema=self.schema, catalogue=EMPTY, problems=problems)
        schema = [f"{p.kind}: {p.message}" for p in problems if p.kind not in STRICTER]
        rules = [f"{r.id}: {f.message}" for r in self.rules for f in r.check(subject)]
        return schema, rules


def filled(mutator: Mutator, judges: Judges, tables: Tables) -> Tables:
    """Return the document with a row in as many tables as can be drawn, accepted by the engine."""
    for _ in range(2):
        for name, spec in mutator.schema.tables.items():
            for entry in spec.lists:
                for attempt in range(12):
                    trial = copy.deepcopy(tables)
                    key, row = mutator.row(entry, trial, 0.0, 0.5 if attempt < 6 else 0.1)
                    trial.setdefault(name, {}).setdefault(key, row)
                    schema, rules = judges.ours(trial)
                    if not schema and not rules and not judges.official(trial):
                        tables = trial
                        break
    return tables


def main() -> int:
    """Run the comparison and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("yang_dir", type=Path)
    parser.add_argument("--release", default="202511")
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bare", action="store_true", help="do not fill all tables first")
    args = parser.parse_args()
    schema = load_schema(args.release)
    mutator, judges = Mutator(schema, args.seed), Judges(schema, args.yang_dir)
    base = json.loads((ROOT / "tests/rules/base/config.json").read_text("utf-8"))
    if judges.official(base):
        for table in ("STATIC_ROUTE", "BGP_DEVICE_GLOBAL"):
            base.pop(table, None)
    start = base if args.bare else filled(mutator, judges, base)
    print(f"{args.release}: {len(start)} of {len(schema.tables)} tables in the document")
    if judges.official(start):
        sys.exit("the document to start from is refused")
    counts, missed, false = Counter(), Counter(), Counter()
    for _ in range(args.count):
        tables = copy.deepcopy(start)
        name = mutator.mutate(tables)
        refused = judges.official(tables)
        by_schema, by_rules = judges.ours(tables)
        counts["mutations"] += 1
        counts["refused"] += bool(refused)
        counts["caught by the schema"] += bool(refused and by_schema)
        counts["caught by schema or rules"] += bool(refused and (by_schema or by_rules))
        if refused and not by_schema and not by_rules:
            missed[name, refused[0].message[:150]] += 1
        if not refused and (by_schema or by_rules):
            false[(by_schema or by_rules)[0]] += 1
    for what, number in counts.items():
        share = f" ({100 * number / max(1, counts['refused']):.2f} %)" if "caught" in what else ""
        print(f"{what}: {number}{share}")
    print(f"false refusals: {sum(false.values())}")
    for message, number in false.most_common(40):
        print(f"  {number} x {message}")
    print(f"missed: {sum(missed.values())}")
    for (table, message), number in missed.most_common(60):
        print(f"  {number} x {table}: {message}")
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
