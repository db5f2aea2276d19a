"""Baselines and revisions: only what is new fails."""

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabricgen.cli import main
from fabricgen.validate import load_rules, rules_markdown

BASE = Path(__file__).resolve().parent.parent / "rules" / "base" / "frontend"


def validate(*arguments: object) -> tuple[int, dict[str, object], str]:
    done = CliRunner().invoke(main, ["validate", "--format", "json", *map(str, arguments)])
    content = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    return done.exit_code, content, done.stderr


def edit(folder: Path, device: str, table: str, key: str, field: str, value: str) -> None:
    path = folder / device / "config_db.json"
    content = json.loads(path.read_text("utf-8"))
    content[table][key][field] = value
    path.write_text(json.dumps(content, indent=2), "utf-8")


@pytest.fixture
def fabric(tmp_path: Path) -> Path:
    folder = tmp_path / "repo" / "fabric"
    for path in sorted(BASE.glob("*.json")):
        (folder / path.stem).mkdir(parents=True)
        (folder / path.stem / "config_db.json").write_text(path.read_text("utf-8"), "utf-8")
    edit(folder, "frontend-leaf-01", "PORT", "Ethernet8", "mtu", "1500")
    return folder


def new_errors(content: dict[str, object]) -> list[str]:
    rows = content["diagnostics"]
    assert isinstance(rows, list)
    return [row["rule"] for row in rows if row["severity"] == "error" and row["accepted"] is None]


def test_baseline_lets_only_new_findings_fail(fabric: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "known.json"
    code, content, _ = validate(fabric)
    assert code == 1
    assert "FAB023" in new_errors(content)
    assert validate(fabric, "--write-baseline", baseline)[0] == 0
    code, content, _ = validate(fabric, "--baseline", baseline)
    assert (code, new_errors(content)) == (0, [])
    edit(fabric, "frontend-leaf-02", "BGP_NEIGHBOR", "10.64.9.0", "asn", "65099")
    code, content, _ = validate(fabric, "--baseline", baseline)
    assert code == 1
    assert "FAB040" in new_errors(content)
    assert "FAB023" not in new_errors(content)


def test_baseline_is_the_same_bytes_every_time(fabric: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    validate(fabric, "--write-baseline", one)
    validate(fabric, "--write-baseline", other)
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format_version": 1, "findings": [1]}', '{"format_version": 2}']
)
def test_a_file_that_is_no_baseline_is_refused(text: str, fabric: Path, tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    path.write_text(text, "utf-8")
    code, _, error = validate(fabric, "--baseline", path)
    assert code == 2
    assert "write one with --write-baseline" in error


def git(folder: Path, *arguments: str) -> None:
    own = [
        "-c",
        "user.name=test",
        "-c",
        "user.email=test@example.com",
        "-c",
        "commit.gpgsign=false",
    ]
    subprocess.run(["git", "-C", str(folder), *own, *arguments], check=True, capture_output=True)


def test_only_what_a_revision_did_not_have_fails(fabric: Path) -> None:
    root = fabric.parent
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "first")
    code, content, _ = validate(fabric, "--changed-since", "HEAD")
    assert (code, new_errors(content)) == (0, [])
    edit(fabric, "frontend-leaf-02", "BGP_NEIGHBOR", "10.64.9.0", "asn", "65099")
    code, content, _ = validate(fabric, "--changed-since", "HEAD")
    assert code == 1
    assert "FAB040" in new_errors(content)
    assert "FAB023" not in new_errors(content)


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", ""])
def test_an_unknown_revision_is_refused(revision: str, fabric: Path) -> None:
    git(fabric.parent, "init", "-q")
    code, _, error = validate(fabric, f"--changed-since={revision}")
    assert code == 2
    assert "--changed-since" in error


def test_files_outside_a_repository_are_refused(fabric: Path) -> None:
    code, _, error = validate(fabric, "--changed-since", "HEAD")
    assert code == 2
    assert "git" in error


def test_page_of_rules_is_fresh() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
    assert page.read_text("utf-8") == rules_markdown(), "write it again: docs/rules.md says how"


def test_page_of_rules_names_every_rule() -> None:
    text = rules_markdown()
    assert all(f"### {rule}\n" in text for rule in load_rules())
