"""SONiC's own YANG models accept the rows of the management framework, in the releases that have it."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from routing_design import framework_design

from fabricgen.model.intent import SonicIntent
from fabricgen.render import render


@pytest.mark.parametrize("release", ["202505", "202511", "202605", "master"])
def test_models_accept_the_framework(release: str, shared: Path, tmp_path: Path) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    design = framework_design()
    sonic = SonicIntent(release=release, routing="frrcfgd")
    for device, content in render(replace(design, intent=replace(design.intent, sonic=sonic))):
        (tmp_path / f"{device}.json").write_bytes(content)
    tool = shared / "tools" / "yang_oracle.py"
    models = shared / "sonic-yang-models" / release
    result = subprocess.run(
        [sys.executable, str(tool), "--models", str(models), "--strict-tables", "--json", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    files = json.loads(result.stdout)["files"]
    assert len(files) >= 6
    assert [(item["file"], item["violations"]) for item in files if item["violations"]] == []
    assert result.returncode == 0
