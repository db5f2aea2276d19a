"""Mutated configurations: what the official engine accepts, we do not refuse."""

import copy
import importlib.util
import json
from pathlib import Path

import pytest

from fabricgen.configdb import load_schema

BASE = Path(__file__).parents[1] / "rules" / "base" / "config.json"


@pytest.mark.parametrize(("release", "seed"), [("202511", 5), ("master", 6)])
def test_no_mutation_the_engine_accepts_is_refused(
    root: Path, shared: Path, release: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    monkeypatch.syspath_prepend(root / "benchmarks")
    path = root / "benchmarks" / "schema_mutations.py"
    spec = importlib.util.spec_from_file_location("schema_mutations", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    schema = load_schema(release)
    mutator = module.Mutator(schema, seed)
    judges = module.Judges(schema, shared / "sonic-yang-models" / release)
    base = json.loads(BASE.read_text("utf-8"))
    accepted, refused, caught = 0, 0, 0
    for _ in range(80):
        tables = copy.deepcopy(base)
        mutator.mutate(tables)
        by_schema, by_rules = judges.ours(tables)
        if judges.official(tables):
            refused += 1
            caught += bool(by_schema or by_rules)
        else:
            accepted += 1
            assert by_schema + by_rules == []
    assert accepted > 10
    assert refused > 10
    assert caught >= 0.9 * refused
