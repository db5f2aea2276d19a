"""Deliberately wrong values in every field of every QoS table are found, or harmless for a reason."""

import copy
import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from qos_mutants import TABLES, Mutant, Tables, mutants

from fabricgen import compile, configdb, judge
from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.design import Design
from fabricgen.model.rule import Point
from fabricgen.validate import run

# What no rule finds, and why it does no harm.
HARMLESS: tuple[tuple[str, Callable[[Mutant], bool]], ...] = (
    (
        "a DSCP without an entry is in TC 0, where the entry put it",
        lambda m: m.table == "DSCP_TO_TC_MAP" and m.new is None and m.old == "0",
    ),
    (
        "every port binds its own DSCP map; the global one is for CPU ports without one",
        lambda m: m.table == "PORT_QOS_MAP" and m.key == "global",
    ),
    (
        "weights are relative: any split from 1 to 100 is a policy, none is wrong by itself",
        lambda m: m.table == "SCHEDULER" and m.field == "weight" and 1 <= int(m.new or 0) <= 100,
    ),
    (
        "a smaller ingress pool shares less and stays safe; the chip is not exceeded",
        lambda m: (
            m.table == "BUFFER_POOL"
            and m.key.startswith("ingress")
            and m.field == "size"
            and 0 < int(m.new or 0) < int(m.old)
        ),
    ),
    (
        "a smaller headroom pool that still holds a port is a ratio somebody may choose",
        lambda m: m.table == "BUFFER_POOL" and m.field == "xoff",
    ),
    (
        "without the row SONiC polls at its default, 200 ms, never above the detection time",
        lambda m: m.table == "PFC_WD" and m.key == "GLOBAL" and m.new is None,
    ),
    (
        "polling more often than the port count asks, but not below SONiC's default for the watched ports",
        lambda m: (
            m.table == "PFC_WD"
            and m.field == "POLL_INTERVAL"
            and m.new is not None
            and int(m.new) < int(m.old)
        ),
    ),
    (
        "a group without xon resumes at 0, which is what the row of such a platform says",
        lambda m: m.table == "BUFFER_PROFILE" and m.field == "xon" and m.old == "0" and not m.new,
    ),
    (
        "in the dynamic model a longer cable than the real one costs buffer and loses nothing",
        lambda m: (
            m.table == "CABLE_LENGTH"
            and m.new is not None
            and m.new.rstrip("m").isdigit()
            and int(m.new[:-1]) > int(m.old[:-1])
        ),
    ),
    (
        "the HwSKU's profile of the CPU port is named by nothing in the file",
        lambda m: m.table == "BUFFER_PROFILE" and "cpu" in m.key and m.field is None,
    ),
    (
        "marking earlier or later below the bound, or another probability, is a policy",
        lambda m: (
            m.table == "WRED_PROFILE"
            and (m.field or "").startswith("green_")
            and int(m.new or 0) > 0
        ),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Bench:
    """A random lossless device of a design, with its neighbours' files, and what is said of them as they are."""

    design: Design
    name: str
    files: dict[str, bytes]
    folder: Path

    @property
    def tables(self) -> Tables:
        tables: Tables = json.loads(self.files[self.name])
        return tables

    def alone(self, content: bytes) -> set[tuple[str, str]]:
        """Return what the rules on one configuration say."""
        schema = configdb.load_schema(self.design.intent.sonic.release)
        config = configdb.parse(content.decode(), str(self.folder / self.name))
        problems = config.problems + configdb.check(config, schema)
        check = ConfigCheck(
            config=config, schema=schema, catalogue=self.design.catalogue, problems=problems
        )
        return {(item.rule, item.message) for item in run(Point.CONFIG, check)}

    def together(self, content: bytes) -> set[tuple[str, str]]:
        """Return what all rules say of the device among its neighbours."""
        changed = {**self.files, self.name: content}
        found = judge.validate_rendered(changed, self.folder, self.design).diagnostics
        return {(item.rule, item.message) for item in found}


def bench(intent: Path, seed: int, tier: str, folder: Path) -> Bench:
    """Return a random lossless device of a tier."""
    design = compile.compile_intent(intent).design
    assert design is not None
    files = dict(compile.rendered(design))
    lossless = [
        name
        for name, content in files.items()
        if name.startswith(tier)
        and name.endswith("config_db.json")
        and "PFC_WD" in json.loads(content)
    ]
    name = random.Random(seed).choice(lossless)
    behind = {row["name"] for row in json.loads(files[name])["DEVICE_NEIGHBOR"].values()}
    kept = [name, "cabling.csv", *(f"{one}/config_db.json" for one in sorted(behind))]
    return Bench(
        design=design,
        name=name,
        files={one: files[one] for one in kept if one in files},
        folder=folder,
    )


def missed(made: Bench, wrong: Iterable[Mutant]) -> list[Mutant]:
    """Return the wrong values that no rule finds and that do harm."""
    content = made.files[made.name]
    quiet, fabric = made.alone(content), made.together(content)
    found: list[Mutant] = []
    for mutant in wrong:
        changed = json.dumps(mutant.of(made.tables), indent=2).encode()
        if made.alone(changed) - quiet or any(harmless(mutant) for _, harmless in HARMLESS):
            continue
        if mutant.table == "CABLE_LENGTH" and mutant.field not in made.tables["DEVICE_NEIGHBOR"]:
            continue  # no cable yet: growth will bring it, and in the dynamic model nothing else names its length
        if not made.together(changed) - fabric:
            found.append(mutant)
    return found


@pytest.mark.soak
@pytest.mark.parametrize("model", ["traditional", "dynamic"])
@pytest.mark.parametrize(
    ("example", "tier", "seed"),
    [
        ("lab", "leaf", 1),
        ("h100-256", "leaf", 2),
        ("h100-256", "spine", 3),
        ("h100-256", "spine", 4),
        ("b300-128-dual-plane", "leaf", 5),
        ("b300-128-dual-plane", "spine", 6),
        ("b300-128-dual-plane", "spine", 7),
    ],
)
def test_wrong_values_are_found(
    example: str, tier: str, seed: int, model: str, examples: Path, tmp_path: Path
) -> None:
    if model == "dynamic" and example == "h100-256":
        pytest.skip("SONiC has no dynamic buffer model for Broadcom: the files are the same")
    path = tmp_path / "intent.yaml"
    text = (examples / example / "intent.yaml").read_text(encoding="utf-8")
    path.write_text(f"{text}qos: {{buffer_model: {model}}}\n", encoding="utf-8")
    made = bench(path, seed, tier, tmp_path)
    wrong = list(mutants(made.tables, seed))
    assert missed(made, wrong) == []
    seen = {mutant.table for mutant in wrong}
    assert seen == {table for table in TABLES if table in made.tables}
    assert len(seen) >= 14  # Broadcom has no PFC to PG map and no profile lists


@pytest.mark.parametrize(("example", "tier"), [("lab", "leaf"), ("h100-256", "spine")])
def test_a_draw_of_wrong_values_is_found(
    example: str, tier: str, examples: Path, tmp_path: Path
) -> None:
    made = bench(examples / example / "intent.yaml", 8, tier, tmp_path)
    by_table: dict[str, list[Mutant]] = {}
    for mutant in mutants(made.tables, 8):
        by_table.setdefault(mutant.table, []).append(mutant)
    draw = random.Random(8)
    wrong = [one for group in by_table.values() for one in draw.sample(group, min(3, len(group)))]
    assert missed(made, wrong) == []


def _without(tables: Tables, table: str, key: str, field: str | None = None) -> Tables:
    found = copy.deepcopy(tables)
    if field is None:
        del found[table][key]
    else:
        del found[table][key][field]
    return found


@pytest.mark.parametrize(
    ("what", "table", "key", "field"),
    [
        ("watchdog", "PFC_WD", "{port}", None),
        ("priority group", "BUFFER_PG", "{port}|3", None),
        ("profile", "BUFFER_PROFILE", "{profile}", None),
        ("pool", "BUFFER_POOL", "ingress_lossless_pool", None),
        ("queue", "QUEUE", "{port}|3", None),
        ("scheduler of the queue", "QUEUE", "{port}|3", "scheduler"),
        ("scheduler", "SCHEDULER", "scheduler.roce", None),
        ("queue buffer", "BUFFER_QUEUE", "{port}|3", None),
        ("cable length", "CABLE_LENGTH", "AZURE", "{port}"),
    ],
)
def test_a_port_pauses_only_with_all_that_makes_it_safe(
    what: str, table: str, key: str, field: str | None, examples: Path, tmp_path: Path
) -> None:
    made = bench(examples / "h100-256" / "intent.yaml", 9, "leaf", tmp_path)
    tables = made.tables
    port = next(n for n, row in tables["PORT_QOS_MAP"].items() if "pfc_enable" in row)
    names = {"port": port, "profile": tables["BUFFER_PG"][f"{port}|3"]["profile"]}
    place = key.format(**names), field.format(**names) if field else None
    changed = json.dumps(_without(tables, table, *place), indent=2).encode()
    # a group without a row is the daemon's in the traditional model, so only its neighbours tell
    judged = made.together if table == "BUFFER_PG" else made.alone
    assert judged(changed) - judged(made.files[made.name]), what
