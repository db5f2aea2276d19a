"""Example fabrics rendered once per session."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabricgen.cli import main

EXAMPLES = ("lab", "h100-256", "b300-128-dual-plane")


@pytest.fixture(scope="session", params=EXAMPLES)
def example(request: pytest.FixtureRequest) -> str:
    """Each example in turn."""
    return str(request.param)


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Callable[[str], Path]:
    """Render an example (by name) and return its output folder."""
    done: dict[str, Path] = {}

    def render(name: str) -> Path:
        if name not in done:
            folder = tmp_path_factory.mktemp("out") / name
            result = CliRunner().invoke(
                main, ["render", str(examples / name / "intent.yaml"), "-o", str(folder)]
            )
            assert result.exit_code == 0, result.output
            done[name] = folder
        return done[name]

    return render


def needs(*tools: str) -> None:
    """Skip when a tool is missing on a user's machine; fail in CI, where all must run."""
    missing = [tool for tool in tools if not shutil.which(tool) and not Path(tool).exists()]
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI must have {', '.join(missing)}")
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
