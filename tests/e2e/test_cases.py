"""Small inputs with the verdict they must get, as people met them in the field."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabricgen.cli import main

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"


@pytest.mark.parametrize("case", sorted(p.name for p in CASES.glob("BR-*")) or ["absent"])
def test_case_gets_its_verdict(case: str, shared: Path) -> None:
    folder = shared / "cases" / case
    expect = json.loads((folder / "expect.json").read_text("utf-8"))
    if expect["kind"] == "intent":
        pytest.skip("written in another intent language; tests/intent holds the situation in ours")
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
