"""Every rule's cases in tests/rules/*.yaml, run end to end."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from fabricgen import catalogue, compile, judge
from fabricgen.model.diagnostic import Diagnostic
from fabricgen.model.rule import Point, Rule
from fabricgen.validate import load_rules

RULES = Path(__file__).parent / "rules"
RELEASE = "202511"


def cases() -> Iterator[Any]:
    for path in sorted(RULES.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            yield pytest.param(path.stem, case, id=f"{path.stem}: {case['name']}")


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


def diagnostics(rule: Rule, case: dict[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    if rule.point is Point.CONFIG:
        return config_diagnostics(case, folder)
    if rule.point is Point.FABRIC:
        return fabric_diagnostics(case, folder)
    path = folder / "intent.yaml"
    if not write_special(path, case):
        path.write_bytes(raw(case.get("text", case.get("intent", ""))))
    own = RULES / "base" / case["platforms"] if "platforms" in case else None
    options = compile.Options(platforms=own)
    return compile.compile_intent(path, options, until=rule.point).diagnostics


def raw(text: Any) -> bytes:
    return text if isinstance(text, bytes) else str(text).encode("utf-8")


def write_special(path: Path, case: dict[str, Any]) -> bool:
    """Make a file that text cannot give: ``folder``, ``broken`` (a link to itself), or ``sparse`` bytes long."""
    if case.get("folder"):
        path.mkdir()
    elif case.get("broken"):
        path.symlink_to(path)
    elif "sparse" in case:
        with path.open("wb") as file:
            file.truncate(case["sparse"])
    else:
        return False
    return True


def config_diagnostics(case: dict[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    path = folder / case.get("file", "config_db.json")
    if "text" in case:
        path.write_bytes(raw(case["text"]))
    elif not write_special(path, case):
        base = json.loads(
            (RULES / "base" / f"{case.get('base', 'config')}.json").read_text("utf-8")
        )
        path.write_text(json.dumps(merged(base, case.get("patch", {})), indent=2), encoding="utf-8")
    options = compile.Options(
        release=case.get("release", RELEASE),
        catalogue=catalogue.load(),
        strict=case.get("strict", False),
        upgrade=case.get("upgrade"),
    )
    yang = RULES / "base" / case["yang"] if "yang" in case else None
    return judge.validate_files([path], options, yang=yang).diagnostics


def held_diagnostics(case: dict[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    """Judge what the intent ``held`` gives, changed by ``patch``, against that intent."""
    path = folder / "intent.yaml"
    path.write_text(case["held"], "utf-8")
    design = compile.compile_intent(path).design
    assert design is not None
    devices = {
        name.partition("/")[0]: json.loads(content)
        for name, content in compile.rendered(design)
        if name.endswith("/config_db.json")
    }
    for device, tables in merged(devices, case.get("patch", {})).items():
        (folder / "out" / device).mkdir(parents=True)
        (folder / "out" / device / "config_db.json").write_text(json.dumps(tables), "utf-8")
    return judge.validate_files([folder / "out"], against=design).diagnostics


def fabric_diagnostics(case: dict[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    if "held" in case:
        return held_diagnostics(case, folder)
    source = RULES / "base" / case.get("base", "fabric")
    devices = {p.stem: json.loads(p.read_text("utf-8")) for p in sorted(source.glob("*.json"))}
    for device, tables in merged(devices, case.get("patch", {})).items():
        (folder / device).mkdir()
        (folder / device / "config_db.json").write_text(json.dumps(tables, indent=2), "utf-8")
    if "cabling" in case:
        (folder / "cabling.csv").write_text(case["cabling"], "utf-8")
    options = compile.Options(release=case.get("release", RELEASE), catalogue=catalogue.load())
    return judge.validate_files([folder], options).diagnostics


def matches(item: Diagnostic, expect: dict[str, Any]) -> bool:
    for name, value in expect.items():
        if name == "message":
            if str(value) not in item.message:
                return False
        elif name == "severity":
            if item.severity.value != value:
                return False
        elif str(getattr(item.place, name)) != str(value):
            return False
    return True


@pytest.mark.parametrize(("rule_id", "case"), list(cases()))
def test_rule_gives_the_expected_finding(
    rule_id: str, case: dict[str, Any], tmp_path: Path
) -> None:
    rule = load_rules()[rule_id]
    found = diagnostics(rule, case, tmp_path)
    own = [item for item in found if item.rule == rule_id]
    expect = case["expect"]
    if expect is None:
        assert own == []
    else:
        assert any(matches(item, expect) for item in own), (
            f"expected {expect}, got {[(i.rule, i.message, i.place) for i in (own or found)]}"
        )


def test_every_rule_has_a_case_that_finds_and_one_that_does_not() -> None:
    lacking = []
    for rule_id in load_rules():
        path = RULES / f"{rule_id}.yaml"
        listed = yaml.safe_load(path.read_text("utf-8")) if path.exists() else []
        if not any(c["expect"] for c in listed) or not any(c["expect"] is None for c in listed):
            lacking.append(rule_id)
    assert lacking == []


def test_every_case_file_belongs_to_a_rule() -> None:
    assert [p.stem for p in sorted(RULES.glob("*.yaml")) if p.stem not in load_rules()] == []


@pytest.mark.parametrize("rule", list(load_rules().values()), ids=lambda rule: rule.id)
def test_manual_page_has_its_parts(rule: Rule) -> None:
    for part in ("Why:", "Example:", "Fix:", "Source:"):
        assert part in rule.page, f"{rule.id} lacks {part}"
    assert not rule.title.endswith(".")
