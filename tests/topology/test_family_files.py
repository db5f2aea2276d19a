"""Every family from the intent to files that the rules, the official models and FRR accept."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabricgen.cli import main

INTENTS = {
    "rail-only": """
compute: {nodes: 4, node: {gpus: 2, nics: 2, nic_speed: 400G}, scalable_unit: 2}
fabrics: {backend: {topology: rail-only, switch: nvidia-sn5600}}
""",
    "top-of-rack": """
compute: {nodes: 6, node: {gpus: 4, nics: 4, nic_speed: 400G}, scalable_unit: 2}
fabrics: {backend: {topology: top-of-rack, switch: nvidia-sn5600}}
""",
    "dual-tor": """
compute: {nodes: 4, node: {gpus: 2, nics: 2, nic_speed: 400G, ports: 2}, scalable_unit: 2}
fabrics: {backend: {topology: dual-tor, switch: nvidia-sn5600}}
""",
    "three-tiers": """
compute: {nodes: 8, grow_to: 12, node: {gpus: 2, nics: 2, nic_speed: 400G}, scalable_unit: 2}
fabrics:
  backend: {topology: rail-optimized, tiers: 3, pod: 2, switch: nvidia-sn5600, spine: {platform: nvidia-sn5600, count: 6}}
""",
    "mixed-nodes": """
compute:
  - {name: a, nodes: 4, node: {gpus: 4, nics: 4, nic_speed: 400G}, scalable_unit: 2, spare: 1}
  - {name: b, nodes: 3, node: {gpus: 2, nics: 2, nic_speed: 400G}}
fabrics:
  backend:
    topology: rail-optimized
    switch: {platform: nvidia-sn5600, reserve: 4}
    names: {leaf: "lf{plane}-{unit}-{rail}", spine: "sp{plane}-{index}"}
also_write: [dot, graphml, graph-json, labels]
""",
    "tenant-vrfs": """
compute: {nodes: 6, node: {gpus: 2, nics: 2, nic_speed: 400G}, scalable_unit: 2}
sonic: {routing: frrcfgd}
fabrics: {backend: {topology: rail-optimized, switch: nvidia-sn5600}}
tenants:
  - {name: red, nodes: [1, 3], isolation: vrf}
  - {name: green, nodes: [2], isolation: acl}
  - {name: blue, nodes: [4-5], isolation: vrf}
""",
    "mixed-speeds": """
compute:
  - {name: a, nodes: 4, node: {gpus: 2, nics: 2, nic_speed: 400G}, scalable_unit: 2}
  - {name: b, nodes: 3, grow_to: 6, node: {gpus: 2, nics: 2, nic_speed: 200G}}
fabrics: {backend: {topology: rail-optimized, switch: nvidia-sn5600}}
""",
}


def rendered(family: str, folder: Path) -> Path:
    path, out = folder / "intent.yaml", folder / "out"
    path.write_text(f"fabricgen: 1\nname: {family}\n{INTENTS[family]}", encoding="utf-8")
    result = CliRunner().invoke(main, ["render", str(path), "-o", str(out)])
    assert result.exit_code == 0, result.output
    return out


@pytest.mark.slow
@pytest.mark.parametrize("family", INTENTS)
def test_files_stand_alone_and_before_the_official_models(
    family: str, tmp_path: Path, shared: Path
) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    out = rendered(family, tmp_path)
    result = CliRunner().invoke(main, ["validate", "--format", "json", str(out)])
    found = json.loads(result.output)["diagnostics"]
    assert [d for d in found if d["severity"] != "note"] == []
    tool = shared / "tools" / "yang_oracle.py"
    command = [sys.executable, str(tool), "--release", "202511", "--strict-tables", str(out)]
    asked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stdout[-3000:]


@pytest.mark.lab
@pytest.mark.parametrize("family", INTENTS)
def test_fabric_boots_on_frr(family: str, tmp_path: Path, shared: Path) -> None:
    """All sessions come up and every leaf reaches every other over all paths.

    Of rail-only one rail is booted, as rails meet at no switch.
    """
    if not Path("/usr/lib/frr/bgpd").exists() or shutil.which("fping") is None:
        pytest.skip("needs FRR and fping")
    out, lab = rendered(family, tmp_path), tmp_path / "lab"
    for device in sorted(out.glob("*/config_db.json")):
        name = device.parent.name
        if family != "rail-only" or "-r1" in name:
            shutil.copytree(device.parent, lab / name)
    tool = shared / "tools" / "frr_fabric.py"
    command = [sys.executable, str(tool), str(lab), "--tolerate", "none"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-1000:]
