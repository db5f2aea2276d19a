"""The wheel, installed in a fresh environment, renders an example."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def test_wheel_renders_an_example_in_a_fresh_environment(root: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path / "dist"), str(root)],
        check=True,
        capture_output=True,
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", str(wheel)], check=True, cwd=tmp_path)
    intent = tmp_path / "intent.yaml"
    intent.write_text((root / "examples" / "lab" / "intent.yaml").read_text("utf-8"), "utf-8")
    for arguments in (
        ["render", "intent.yaml", "-o", "out"],
        ["validate", "out"],
        ["explain", "FAB001"],
    ):
        subprocess.run(
            [tmp_path / "env" / "bin" / "fabricgen", *arguments], check=True, cwd=tmp_path
        )
    assert len(list((tmp_path / "out").glob("*/config_db.json"))) == 2
