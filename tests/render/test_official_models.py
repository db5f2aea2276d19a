"""SONiC's own YANG models accept what is rendered, in every release."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from small_design import small_design

from fabricgen.model.intent import RELEASES, SonicIntent
from fabricgen.render import render

# The models of 202405 know no DEVICE_METADATA type that suits a DPU card.
_NO_CARDS = {"202405"}


@pytest.mark.parametrize("release", RELEASES)
def test_models_accept_every_device(release: str, shared: Path, tmp_path: Path) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    design = small_design()
    design = replace(design, intent=replace(design.intent, sonic=SonicIntent(release=release)))
    for device, content in render(design):
        if release not in _NO_CARDS or "dpu" not in device:
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
