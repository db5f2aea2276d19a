"""Deliberately wrong values in every field of every QoS table are found, or harmless for a reason."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from qos_mutants import TABLES, Mutant, mutants

from fabricgen import compile, configdb, judge
from fabricgen.model.configdb import ConfigCheck
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


def devices(files: dict[str, bytes]) -> list[str]:
    """Return the configurations with lossless ports."""
    return [
        name
        for name, content in files.items()
        if name.endswith("config_db.json") and "PFC_WD" in json.loads(content)
    ]


@pytest.mark.soak
@pytest.mark.parametrize(("example", "seed"), [("lab", 1), ("h100-256", 2)])
def test_wrong_values_are_found(example: str, seed: int, examples: Path, tmp_path: Path) -> None:
    outcome = compile.compile_intent(examples / example / "intent.yaml")
    design = outcome.design
    assert design is not None
    files = dict(compile.rendered(design))
    lossless = devices(files)
    name = random.Random(seed).choice(lossless)
    files = {other: files[other] for other in lossless}
    tables = json.loads(files[name])
    schema = configdb.load_schema(design.intent.sonic.release)

    def alone(content: bytes) -> set[tuple[str, str]]:
        config = configdb.parse(content.decode(), str(tmp_path / name))
        problems = config.problems + configdb.check(config, schema)
        check = ConfigCheck(
            config=config, schema=schema, catalogue=design.catalogue, problems=problems
        )
        return {(item.rule, item.message) for item in run(Point.CONFIG, check)}

    def together(changed: dict[str, bytes]) -> set[tuple[str, str]]:
        found = judge.validate_rendered(changed, tmp_path, design).diagnostics
        return {(item.rule, item.message) for item in found}

    quiet, fabric = alone(files[name]), together(files)
    missed, seen = [], set()
    for mutant in mutants(tables, seed):
        seen.add(mutant.table)
        content = json.dumps(mutant.of(tables), indent=2).encode()
        if alone(content) - quiet or any(harmless(mutant) for _, harmless in HARMLESS):
            continue
        if not together({**files, name: content}) - fabric:
            missed.append(mutant)
    assert missed == []
    assert seen == {table for table in TABLES if table in tables}
    assert len(seen) >= 14  # Broadcom has no PFC to PG map and no profile lists
