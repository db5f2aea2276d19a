"""Small inputs with the verdict they must get, as people met them in the field."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabricgen.cli import main

# The cases that are written in another intent language, in ours: the same switches and links.
_PAIR = """\
fabricgen: 1
name: demo
compute: {nodes: 2, node: {gpus: 2, nics: 2, nic_speed: 800G}, scalable_unit: 2}
addressing: {loopbacks: 10.0.0.0/24, hosts: 10.64.0.0/10, links: 10.1.0.0/24}
fabrics: {backend: {switch: nvidia-sn5600, topology: rail-optimized, tiers: 2, spine: {count: 2}}}
"""
_THREE = """\
fabricgen: 1
name: demo
compute: {nodes: 1, node: {gpus: 3, nics: 3, nic_speed: 800G}, scalable_unit: 1}
addressing: {loopbacks: 10.0.0.0/24, hosts: 10.64.0.0/10, links: 10.1.0.0/24}
fabrics: {backend: {switch: nvidia-sn5600, topology: rail-optimized, tiers: 2}}
cabling: cabling.csv
"""
_CABLING = """\
a_device,a_port,b_device,b_port
spine-p1-01,Ethernet0,leaf-p1-su01-r1,Ethernet8
spine-p1-01,Ethernet8,leaf-p1-su01-r2,Ethernet8
spine-p1-01,Ethernet8,leaf-p1-su01-r3,Ethernet8
"""
TRANSLATED = {
    "BR-000-intent": (_PAIR, ()),
    "BR-080": (
        _PAIR.replace("nics: 2", "nics: 4").replace("10.1.0.0/24", "10.1.0.0/29"),
        ("needs 8 /31 links", "10.1.0.0/29 cut in 16 slices has room for 0"),
    ),
    "BR-082": (
        _THREE,
        (
            "spine-p1-01 Ethernet8 has two links: to leaf-p1-su01-r2 Ethernet8 and to leaf-p1-su01-r3 Ethernet8",
        ),
    ),
}

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"


@pytest.mark.parametrize("case", sorted(p.name for p in CASES.glob("BR-*")) or ["absent"])
def test_case_gets_its_verdict(case: str, shared: Path) -> None:
    folder = shared / "cases" / case
    expect = json.loads((folder / "expect.json").read_text("utf-8"))
    if expect["kind"] == "intent":
        pytest.skip("written in another intent language; the test below has it in ours")
    target = folder / "config_db.json" if expect["kind"] == "config_db" else folder
    result = CliRunner().invoke(main, ["validate", "--format", "json", str(target)])
    report = json.loads(result.output)
    errors = [d for d in report["diagnostics"] if d["severity"] == "error"]
    if expect["expect"] == "accept":
        assert errors == []
        assert result.exit_code == 0
        return
    assert result.exit_code == 1
    assert any(names_place(d, expect["where"]) for d in errors), (expect["where"], errors)


@pytest.mark.parametrize("case", TRANSLATED)
def test_intent_case_in_our_language(case: str, tmp_path: Path) -> None:
    text, words = TRANSLATED[case]
    path = tmp_path / "intent.yaml"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "cabling.csv").write_text(_CABLING, encoding="utf-8")
    result = CliRunner().invoke(main, ["render", str(path), "-o", str(tmp_path / "out")])
    assert result.exit_code == (1 if words else 0), result.output
    for word in words:
        assert word in result.output
    assert (tmp_path / "out").exists() is not bool(words)


def names_place(diagnostic: dict[str, object], where: str) -> bool:
    """Whether the finding points at (one of) the places, by its fields or in its message."""
    text = " ".join(
        str(diagnostic[k] or "") for k in ("device", "table", "key", "field", "message")
    )
    if "|" not in where:
        return True
    return any(
        all(part.strip() in text for part in place.split("(")[0].strip().split("|"))
        for half in where.split(" and ")
        for place in half.split(" against ")
    )
