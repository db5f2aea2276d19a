"""The examples, from intent to files, through the command line."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabricgen.cli import main

GOLDEN = Path(__file__).parent.parent / "golden"


def digest(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_rendered_folder_validates_without_findings(
    example: str, rendered: Callable[[str], Path]
) -> None:
    result = CliRunner().invoke(main, ["validate", "--format", "json", str(rendered(example))])
    report = json.loads(result.output)
    assert result.exit_code == 0
    assert report["valid"] is True
    assert [d for d in report["diagnostics"] if d["severity"] != "note"] == []


def test_every_switch_and_dpu_has_a_file(example: str, rendered: Callable[[str], Path]) -> None:
    folder = rendered(example)
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    devices = sorted(path.parent.name for path in folder.glob("*/config_db.json"))
    counts = {"lab": 2, "h100-256": 8 + 4 + 2 + 1 + 32, "b300-128-dual-plane": 32 + 32}
    assert len(devices) == counts[example]
    assert manifest["format_version"] == 1


@pytest.mark.parametrize(("seed", "jobs"), [("0", "1"), ("4711", "2")])
def test_bytes_do_not_depend_on_hash_seed_or_jobs(
    seed: str, jobs: str, examples: Path, rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "fabricgen", "render", str(examples / "lab" / "intent.yaml")]
    subprocess.run(
        [*command, "-o", str(out), "--jobs", jobs],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert digest(out) == digest(rendered("lab"))


def test_second_render_changes_no_file(
    examples: Path, rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(rendered("lab"), out)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    arguments = ["render", str(examples / "lab" / "intent.yaml"), "-o", str(out)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before
    assert CliRunner().invoke(main, [*arguments, "--check"]).exit_code == 0
    (out / "cabling.csv").write_text("changed\n", "utf-8")
    assert CliRunner().invoke(main, [*arguments, "--check"]).exit_code == 1


def test_golden_files(example: str, rendered: Callable[[str], Path]) -> None:
    """One device of each role is kept whole, all others by their sha256.

    FABRICGEN_UPDATE_GOLDEN=1 writes them anew; read the difference before committing it.
    """
    folder, golden = rendered(example), GOLDEN / example
    if os.environ.get("FABRICGEN_UPDATE_GOLDEN"):
        update(folder, golden)
    for path in sorted(golden.rglob("*")):
        if path.is_file() and path.name != "sha256.json":
            assert (folder / path.relative_to(golden)).read_bytes() == path.read_bytes()
    assert digest(folder) == json.loads((golden / "sha256.json").read_text("utf-8"))


def update(folder: Path, golden: Path) -> None:
    shutil.rmtree(golden, ignore_errors=True)
    golden.mkdir(parents=True)
    roles: dict[tuple[str, str], Path] = {}
    for path in sorted(folder.glob("*/config_db.json")):
        localhost = json.loads(path.read_text("utf-8"))["DEVICE_METADATA"]["localhost"]
        roles.setdefault((localhost["type"], localhost["hwsku"]), path.parent)
    for device in roles.values():
        shutil.copytree(device, golden / device.name)
    (golden / "sha256.json").write_text(json.dumps(digest(folder), indent=1) + "\n", "utf-8")
