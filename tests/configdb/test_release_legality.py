"""What is rendered holds nothing that its release does not know: SONiC's own models judge."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fabricgen import compile, judge
from fabricgen.model.diagnostic import Diagnostic, Severity
from fabricgen.model.intent import RELEASES

RICH = """
fabricgen: 1
name: rich
sonic: {release: "RELEASE"}
compute: {nodes: 8, node: nvidia-hgx-h100, scalable_unit: 8DPU}
fabrics:
  backend: {switch: nvidia-sn5600}
  frontend: {switch: nvidia-sn4700}
  storage: {switch: nvidia-sn4700, protocol: nvme-rdma}
  oob: {switch: nvidia-sn2201}
services:
  ntp: [192.0.2.1]
  dns: [192.0.2.2]
  syslog: [192.0.2.3]
  tacacs: {servers: [192.0.2.4], secret: "${TACACS_SECRET}"}
  telemetry: gnmi
tenants:
  - {name: red, nodes: [1-4], isolation: acl}
  - {name: blue, nodes: [5-8], isolation: acl}
"""
CARD = ", dpu: {platform: nvidia-bf3, mode: sonic, routing: bgp}"
FRAMEWORK = """
fabricgen: 1
name: plain
sonic: {release: "RELEASE", routing: frrcfgd}
compute: {nodes: 8, node: nvidia-hgx-h100, scalable_unit: 8}
fabrics:
  backend: {switch: nvidia-sn5600}
"""


def of_release(text: str, release: str) -> str:
    """Return an intent for a release; 202405 has no device type for cards (DPU030)."""
    card = CARD if release != "202405" else ""
    return text.replace("RELEASE", release).replace("DPU", card)


def errors(diagnostics: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    return [item for item in diagnostics if item.severity is Severity.ERROR]


def official_verdict(folder: Path, release: str, shared: Path) -> list[object]:
    pytest.importorskip("oopt_gnpy_libyang")
    tool = shared / "tools" / "yang_oracle.py"
    command = [sys.executable, str(tool), "--release", release, "--strict-tables", "--json"]
    done = subprocess.run([*command, folder], capture_output=True, text=True, check=False)
    files = json.loads(done.stdout)["files"]
    assert files
    return [item for item in files if item["violations"]]


def render_and_judge(path: Path, release: str, shared: Path, folder: Path) -> None:
    options = compile.Options(release=release)
    outcome = compile.compile_intent(path, options)
    assert outcome.design is not None
    assert errors(outcome.diagnostics) == []
    files = dict(compile.rendered(outcome.design, options))
    proof = judge.validate_rendered(files, folder, outcome.design, options)
    assert errors(proof.diagnostics) == []
    for name, content in files.items():
        if name.endswith("config_db.json"):
            (folder / name).parent.mkdir(parents=True)
            (folder / name).write_bytes(content)
    assert official_verdict(folder, release, shared) == []


@pytest.mark.slow
@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("text", [RICH, FRAMEWORK], ids=["bgpcfgd", "frrcfgd"])
def test_a_rich_intent_is_legal_in_every_release(
    text: str, release: str, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACACS_SECRET", "for-tests-only")
    path = tmp_path / "intent.yaml"
    path.write_text(of_release(text, release), "utf-8")
    if text is FRAMEWORK and release in ("202405", "202411"):
        found = errors(compile.compile_intent(path).diagnostics)
        assert [item.rule for item in found] == ["RTE001"]
        return
    render_and_judge(path, release, shared, tmp_path / "out")


@pytest.mark.slow
@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", ["lab", "h100-256", "b300-128-dual-plane"])
def test_examples_are_legal_in_every_release(
    name: str, release: str, shared: Path, examples: Path, tmp_path: Path
) -> None:
    text = (examples / name / "intent.yaml").read_text("utf-8")
    if release == "202405":
        text = text.replace("  dpu: {platform: nvidia-bf3, mode: sonic, routing: bgp}\n", "")
    path = tmp_path / "intent.yaml"
    path.write_text(f'{text}\nsonic: {{release: "{release}"}}\n', "utf-8")
    render_and_judge(path, release, shared, tmp_path / "out")
