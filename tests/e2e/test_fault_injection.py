"""Faults at random places of the rendered examples: found at the right device and table."""

import copy
import json
import os
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from fabricgen import catalogue, configdb
from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Diagnostic
from fabricgen.model.rule import Point
from fabricgen.validate import run
from tests.fault_kinds import KINDS, Devices, Spot
from tests.lab_fabrics import cut

MANY = int(os.environ.get("FABRICGEN_INJECTIONS", "10000"))
FOUND_SHARE = 0.99
BATCHES = 10  # so that several processes can share the work


class Judge:
    """Judges devices as `validate` does, each unchanged file once."""

    def __init__(self) -> None:
        self.catalogue = catalogue.load()
        self.schema = configdb.load_schema("202511")
        self.kept: dict[str, tuple[ConfigDb, tuple[Diagnostic, ...]]] = {}

    def one(self, name: str, text: str) -> tuple[ConfigDb, tuple[Diagnostic, ...]]:
        config = configdb.parse(text, f"{name}/config_db.json")
        check = ConfigCheck(
            config=config,
            schema=self.schema,
            catalogue=self.catalogue,
            problems=config.problems + configdb.check(config, self.schema),
        )
        return config, run(Point.CONFIG, check)

    def __call__(self, devices: Devices) -> tuple[Diagnostic, ...]:
        configs, found = [], list[Diagnostic]()
        for name, tables in devices.items():
            text = json.dumps(tables)
            if text not in self.kept:
                if len(self.kept) > 100:
                    self.kept.pop(next(reversed(self.kept)))
                self.kept[text] = self.one(name, text)
            config, own = self.kept[text]
            configs.append(config)
            found += own
        fabric = configdb.rebuild(configs, self.catalogue, self.schema)
        return (*found, *run(Point.FABRIC, fabric))


@pytest.fixture(scope="module")
def fabrics(rendered: Callable[[str], Path]) -> list[Devices]:
    """Parts of the examples that are small enough to judge thousands of times."""
    whole = {
        name: {
            path.parent.name: json.loads(path.read_text("utf-8"))
            for path in sorted(rendered(name).glob("*/config_db.json"))
        }
        for name in ("lab", "h100-256")
    }
    names = list(whole["h100-256"])
    back = [n for n in names if n.startswith("leaf-")][:4] + [
        n for n in names if n.startswith("spine-")
    ][:2]
    front = [n for n in names if n.startswith("frontend-")] + [
        n for n in names if n.endswith("-dpu1")
    ][:5]
    return [
        cut(whole["h100-256"], back, 2, hosts=True),
        cut(whole["h100-256"], front, 2, hosts=True),
        cut(whole["lab"], list(whole["lab"]), 4, hosts=True),
    ]


def inject(judge: Judge, fabric: Devices, kind: str, seed: int, clean: set[object]) -> str | None:
    """Return None where a fault was found or has no place here, else what was expected."""
    devices = copy.deepcopy(fabric)
    spot = Spot(devices, random.Random(f"{kind} {seed}"))
    where = KINDS[kind](spot)
    if where is None:
        return ""
    new = [item for item in judge(devices) if _key(item) not in clean]
    if any(item.place.device in where[0] and item.place.table in where[1] for item in new):
        return None
    seen = sorted({f"{i.rule}@{i.place.device}/{i.place.table}" for i in new})
    return f"{kind} on {spot.device} {spot.port}: wanted {sorted(where[0])} {sorted(where[1])}, got {seen[:6]}"


def _key(item: Diagnostic) -> object:
    return item.rule, item.place.device, item.place.table, item.place.key, item.message


def injections(fabrics: list[Devices], count: int, seed: int = 0) -> tuple[Counter[str], list[str]]:
    """Return how many faults of each kind were put in, and those that were not found."""
    judge = Judge()
    clean = [{_key(item) for item in judge(fabric)} for fabric in fabrics]
    done, missed = Counter[str](), list[str]()
    while sum(done.values()) < count:
        for kind in KINDS:
            at = random.Random(f"{kind} {seed} fabric").choices((0, 1, 2), (5, 3, 1))[0]
            lost = inject(judge, fabrics[at], kind, seed, clean[at])
            if lost != "":
                done[kind] += 1
                missed += [lost] if lost else []
        seed += 1
    return done, missed


def test_cut_out_fabrics_are_clean(fabrics: list[Devices]) -> None:
    judge = Judge()
    for fabric in fabrics:
        assert [
            (i.rule, i.place.device, i.message) for i in judge(fabric) if i.severity != "note"
        ] == []


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_faults_are_found_where_they_are(batch: int, fabrics: list[Devices]) -> None:
    done, missed = injections(fabrics, MANY // BATCHES, seed=batch * 1_000_000)
    total = sum(done.values())
    table = Counter(line.partition(" on ")[0] for line in missed)
    lines = [f"{kind}: {table[kind]} of {done[kind]} missed" for kind in table]
    print(f"{total} injections of {len(done)} kinds, {len(missed)} missed", *lines, sep="\n")
    assert len(done) >= 60
    assert len(missed) <= (1 - FOUND_SHARE) * total, "\n".join(lines + missed[:20])
