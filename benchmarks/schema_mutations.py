"""Mutate configurations over all tables and compare our verdict with the official YANG engine's.

    python benchmarks/schema_mutations.py YANG_DIR --release 202511 --count 10000 [--seed 1]
    python benchmarks/schema_mutations.py YANG_DIR --release 202511 --rendered FOLDER_OF_FABRICS

Starts from a correct leaf, fills every table of the release with a row the engine accepts (or takes
one rendered device of each kind, cut to four ports), then changes single fields, keys and rows. Prints how many refusals of the engine the embedded schema and
our rules catch, every false refusal, and the table of what is missed. Exit code 1 on a false refusal.
"""

import argparse
import copy
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from schema_mutator import Mutator, Tables

from fabricgen.configdb import check, load_schema, official, parse
from fabricgen.configdb.official import EXTRA
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.rule import Point
from fabricgen.validate import load_rules

ROOT = Path(__file__).resolve().parent.parent
# Rules that restate conditions of the models.
RESTATED = re.compile(r"REF0[23]\d")
# Refused on purpose although the models accept it: JSON numbers and blanks in keys.
STRICTER = {"not-text", "blank-in-key", "unknown-table"}
EMPTY = Catalogue(platforms={}, nodes={}, models={})


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


def cut(tables: Tables, ports: int = 4) -> Tables:
    """Return a rendered device with its first ports only, so that the engine is quick."""
    kept = list(tables.get("PORT", {}))[:ports]
    dropped = set(tables.get("PORT", {})) - set(kept)

    def rows(table: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
        return {
            key: {
                f: ([i for i in v if i not in dropped] or kept[:1]) if isinstance(v, list) else v
                for f, v in row.items()
                if f not in dropped
            }
            for key, row in table.items()
            if not dropped & {*key.split("|"), str(row.get("local_port"))}
        }

    return {name: rows(table) for name, table in tables.items()}


def rendered(folder: Path) -> Iterator[tuple[str, Tables]]:
    """Yield one device of each kind below a folder of rendered fabrics."""
    seen = set()
    for path in sorted(folder.glob("*/*/config_db.json")):
        kind = path.parts[-3] + " " + re.sub(r"\d.*", "", path.parts[-2])
        if kind not in seen:
            seen.add(kind)
            yield kind, cut(json.loads(path.read_text("utf-8")))


class Tally:
    """What a run counts."""

    def __init__(self):
        self.counts, self.missed, self.false = Counter(), Counter(), Counter()

    def add(self, name: str, refused, by_schema: list[str], by_rules: list[str]) -> None:
        """Count one mutation of a table with both verdicts."""
        self.counts["mutations"] += 1
        self.counts["refused"] += bool(refused)
        self.counts["caught by the schema"] += bool(refused and by_schema)
        self.counts["caught by schema or rules"] += bool(refused and (by_schema or by_rules))
        if refused and not by_schema and not by_rules:
            self.missed[name, refused[0].message[:150]] += 1
        if not refused and (by_schema or by_rules):
            self.false[(by_schema or by_rules)[0]] += 1

    def show(self) -> None:
        """Print the table."""
        for what, number in self.counts.items():
            share = 100 * number / max(1, self.counts["refused"])
            print(f"{what}: {number}" + (f" ({share:.2f} %)" if "caught" in what else ""))
        print(f"false refusals: {sum(self.false.values())}")
        for message, number in self.false.most_common(40):
            print(f"  {number} x {message}")
        print(f"missed: {sum(self.missed.values())}")
        for (table, message), number in self.missed.most_common(60):
            print(f"  {number} x {table}: {message}")


def mutated(start: Tables, names: list[str] | None, count: int, mutator, judges, tally) -> None:
    """Mutate a document ``count`` times and judge each result."""
    for _ in range(count):
        tables = copy.deepcopy(start)
        name = mutator.mutate(tables, names)
        tally.add(name, judges.official(tables), *judges.ours(tables))


def all_tables(mutator: Mutator, judges: Judges, bare: bool) -> Tables:
    """Return the leaf of the tests, with a row in as many tables as can be drawn."""
    base = json.loads((ROOT / "tests/rules/base/config.json").read_text("utf-8"))
    if judges.official(base):
        for table in ("STATIC_ROUTE", "BGP_DEVICE_GLOBAL"):
            base.pop(table, None)
    start = base if bare else filled(mutator, judges, base)
    print(f"{len(start)} of {len(mutator.schema.tables)} tables in the document")
    if judges.official(start):
        sys.exit("the document to start from is refused")
    return start


def main() -> int:
    """Run the comparison and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("yang_dir", type=Path)
    parser.add_argument("--release", default="202511")
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bare", action="store_true", help="do not fill all tables first")
    parser.add_argument("--rendered", type=Path, help="mutate the devices of rendered fabrics")
    args = parser.parse_args()
    schema = load_schema(args.release)
    mutator, judges = Mutator(schema, args.seed), Judges(schema, args.yang_dir)
    tally = Tally()
    if args.rendered:
        starts = list(rendered(args.rendered))
        for kind, start in starts:
            if judges.official(start):
                sys.exit(f"{kind} is refused as rendered: {judges.official(start)[0].message}")
            names = [name for name in start if name in schema.tables]
            mutated(start, names, args.count // len(starts), mutator, judges, tally)
            print(f"{kind}: {len(names)} tables", flush=True)
    else:
        mutated(all_tables(mutator, judges, args.bare), None, args.count, mutator, judges, tally)
    print(args.release)
    tally.show()
    return 1 if tally.false else 0


if __name__ == "__main__":
    sys.exit(main())
