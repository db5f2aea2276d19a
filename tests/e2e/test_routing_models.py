"""SONiC's own YANG models accept every file of every way to route, in each release that has it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabricgen.cli import main

pytestmark = pytest.mark.slow

INTENT = """fabricgen: 1
name: models
sonic: {{release: "{release}", routing: {path}}}
addressing: {addressing}
routing: {{hash: {{fields: [SRC_IP, DST_IP, L4_SRC_PORT], leaf: CRC}}}}
compute:
  nodes: 8
  node: {{gpus: 2, nics: 2, nic_speed: 400G, frontend_ports: 2}}
  scalable_unit: 4
  dpu: {{routing: {dpu}}}
fabrics:
  backend: {{switch: nvidia-sn4700, topology: rail-optimized, spine: {{platform: nvidia-sn4700, count: 2}}}}
  frontend: {{switch: nvidia-sn4700, routing: {routing}}}
  oob: {{switch: nvidia-sn2201}}
"""
CASES = (
    ("bgpcfgd", "{family: dual}", "bgp", "bgp"),
    ("bgpcfgd", "{family: ipv6}", "static", "static"),
    ("frrcfgd", "{}", "static", "bgp"),
    ("frrcfgd", "{family: dual}", "static", "static"),
    ("frrcfgd", "{family: dual, links: unnumbered}", "bgp", "bgp"),
    ("frrcfgd", "{family: ipv6, links: unnumbered}", "bgp", "bgp"),
)


@pytest.mark.parametrize("release", ["202505", "202511", "master"])
@pytest.mark.parametrize(("path", "addressing", "dpu", "routing"), CASES)
def test_models_accept_every_way_to_route(
    path: str, addressing: str, dpu: str, routing: str, release: str, shared: Path, tmp_path: Path
) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    text = INTENT.format(
        release=release, path=path, addressing=addressing, dpu=dpu, routing=routing
    )
    (tmp_path / "intent.yaml").write_text(text, "utf-8")
    out = tmp_path / "out"
    result = CliRunner().invoke(main, ["render", str(tmp_path / "intent.yaml"), "-o", str(out)])
    assert result.exit_code == 0, result.output
    flat = tmp_path / "flat"
    flat.mkdir()
    for file in out.glob("*/config_db.json"):
        (flat / f"{file.parent.name}.json").write_bytes(file.read_bytes())
    tool = shared / "tools" / "yang_oracle.py"
    models = shared / "sonic-yang-models" / release
    command = [
        sys.executable,
        str(tool),
        "--models",
        str(models),
        "--strict-tables",
        "--json",
        flat,
    ]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    files = json.loads(checked.stdout)["files"]
    assert len(files) > 10
    assert [(item["file"], item["violations"]) for item in files if item["violations"]] == []
