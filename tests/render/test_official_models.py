"""SONiC's own YANG models accept what is rendered, in every release and on both routing paths."""

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from routing_design import extras_design, framework_design
from small_design import small_design

from fabricgen.model.intent import RELEASES, SonicIntent
from fabricgen.render import render

# The models of 202405 know no DEVICE_METADATA type that suits a DPU card.
_NO_CARDS = {"202405"}
_WITH_FRAMEWORK = RELEASES[RELEASES.index("202505") :]


def accepted(
    rendered: Iterable[tuple[str, bytes]], release: str, shared: Path, folder: Path
) -> None:
    """Hold every file against the models of a release, its tables too."""
    for device, content in rendered:
        if release not in _NO_CARDS or "dpu" not in device:
            (folder / f"{device}.json").write_bytes(content)
    tool = shared / "tools" / "yang_oracle.py"
    models = shared / "sonic-yang-models" / release
    result = subprocess.run(
        [sys.executable, str(tool), "--models", str(models), "--strict-tables", "--json", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    files = json.loads(result.stdout)["files"]
    assert len(files) >= 6
    assert [(item["file"], item["violations"]) for item in files if item["violations"]] == []
    assert result.returncode == 0


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """An empty folder for rendered files."""
    folder = tmp_path / "files"
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    ("path", "release"),
    [
        *(("bgpcfgd", release) for release in RELEASES),
        *(("frrcfgd", release) for release in _WITH_FRAMEWORK),
    ],
)
def test_models_accept_every_device(path: str, release: str, shared: Path, files: Path) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    design = small_design() if path == "bgpcfgd" else framework_design()
    sonic = SonicIntent(release=release, routing=path)
    design = replace(design, intent=replace(design.intent, sonic=sonic))
    accepted(render(design), release, shared, files)


@pytest.mark.parametrize(
    "release",
    [
        pytest.param(release, marks=[pytest.mark.slow] if release in _WITH_FRAMEWORK[1:-1] else [])
        for release in _WITH_FRAMEWORK
    ],
)
@pytest.mark.parametrize("path", ["bgpcfgd", "frrcfgd"])
def test_models_accept_what_is_written_on_request(
    path: str, release: str, shared: Path, files: Path, tmp_path: Path
) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    design = extras_design(tmp_path, path, release)
    chosen = ("leaf-p1-su01-r1", "leaf-p1-su02-r2", "spine-p1-0", "frontend-", "node-0001", "oob")
    rows = [(device, text) for device, text in render(design) if device.startswith(chosen)]
    accepted(rows, release, shared, files)
