"""Faults people met in single files: each is found by its rule, and legal look-alikes by none."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from fabricgen import catalogue, compile, judge

HERE = Path(__file__).parent
BASE = HERE.parent / "rules" / "base"
CASES: list[dict[str, Any]] = yaml.safe_load((HERE / "field_faults.yaml").read_text("utf-8"))


def merged(base: Any, patch: Any) -> Any:
    """Merge ``patch`` into ``base``; None deletes."""
    if not isinstance(patch, dict) or not isinstance(base, dict):
        return copy.deepcopy(patch)
    result = dict(base)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key, {}), value)
    return result


def found(text: str, folder: Path) -> set[tuple[str, str, str]]:
    path = folder / "config_db.json"
    path.write_text(text, "utf-8")
    options = compile.Options(release="202511", catalogue=catalogue.load())
    outcome = judge.validate_files([path], options)
    return {(d.severity.value, d.rule, d.message) for d in outcome.diagnostics}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_field_fault(case: dict[str, Any], tmp_path: Path) -> None:
    base = json.loads((BASE / f"{case.get('base', 'config')}.json").read_text("utf-8"))
    text = case.get("text") or json.dumps(merged(base, case["patch"]), ensure_ascii=False)
    new = found(text, tmp_path) - found(json.dumps(base), tmp_path)
    if case["finds"] == "nothing":
        assert new == set()
    elif case["finds"] == "no error":
        assert [item for item in new if item[0] == "error"] == []
    else:
        assert case["finds"] in {f"{severity} {rule}" for severity, rule, _ in new}


def test_every_report_of_a_single_file_is_here(shared: Path) -> None:
    """Reports about platforms, generators, intents, changes and several devices are tested there."""
    elsewhere = {12, 50, 57, 59, 61, 79, 80, 81, 82, 83, 84, 89, 103, 105, 107, 108, 112}
    text = (shared / "facts" / "field_faults.md").read_text("utf-8")
    reported = {int(line[7:10]) for line in text.splitlines() if line.startswith("### BR-")}
    assert reported - elsewhere == {int(case["case"][3:6]) for case in CASES}
