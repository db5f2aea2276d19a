"""The official YANG models accept every rendered file."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.slow
def test_official_models_accept_every_device(
    example: str, rendered: Callable[[str], Path], shared: Path
) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    tool = shared / "tools" / "yang_oracle.py"
    result = subprocess.run(
        [
            sys.executable,
            str(tool),
            "--release",
            "202511",
            "--strict-tables",
            str(rendered(example)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
