"""Files of every platform that can be lossless: our rules and SONiC's own models accept them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from qos_inputs import platform

from fabricgen import catalogue, compile, judge
from fabricgen.qos.layout import lossless_defaults

LOSSLESS = sorted(
    {
        found.id
        for found in catalogue.load().platforms.values()
        if found.role == "fabric"
        and any(lossless_defaults(hwsku) for hwsku in found.hwskus.values())
    }
)
# Switches that are refused where a class must be lossless, and what makes RoCE lossy on them.
LOSSY = {
    found.id: ""
    if all(hwsku.buffers for hwsku in found.hwskus.values())
    else "\n  ecn: {preset: stock}"
    for found in catalogue.load().platforms.values()
    if found.id not in LOSSLESS
    and found.role in ("fabric", "smartswitch")
    and found.id != "nvidia-sn5610n"  # its fixed layouts have 100G or 8 x 400G
}
VARIANTS = {
    "default": "",
    "nvidia": "preset: nvidia",
    "broadcom": "preset: broadcom",
    "amd": "preset: amd",
    "azure": "preset: azure",
    "nvme-rdma": "preset: nvme-rdma",
    "nvme-tcp": "preset: nvme-tcp",
    "lossy-roce": "preset: lossy-roce",
    "pfc-only": "preset: pfc-only",
    "dynamic": "buffer_model: dynamic",
    "dynamic with shared headroom": "buffer_model: dynamic\n  headroom: {over_subscribe: 2}",
    "shared headroom": "headroom: {over_subscribe: 4}",
    "tags": "trust: dscp-pcp\n  scheduling: wrr\n  asymmetric_pfc: true",
    "pinned": "watchdog: {detection: 400, restoration: 900, poll: 200, action: alert}\n"
    "  ecn: {kmin: 60k, kmax: 150k, pmax: 10%}",
}


def intent_text(switch: str, qos: str) -> str:
    text = (
        "fabricgen: 1\nname: t\ncompute:\n  nodes: 8\n"
        f"  node: {{gpus: 8, nics: 8, nic_speed: {speed_gbps(switch)}G}}\n"
        f"fabrics:\n  backend: {{switch: {switch}, cables: {{host_leaf: 5m, leaf_spine: 30m}}}}\n"
    )
    return text + (f"qos:\n  {qos}\n" if qos else "")


def speed_gbps(switch: str) -> int:
    """Return 400 where a port of the switch can be split or set to it, else the fastest speed."""
    found = platform(switch)
    speeds = {port.speed_mbps // 1000 for hwsku in found.hwskus.values() for port in hwsku.ports}
    fixed = found.hwskus[found.default_hwsku].fixed_ports
    return 400 if 400 in speeds or (max(speeds) > 400 and not fixed) else max(speeds)


def rendered(folder: Path, switch: str, qos: str) -> dict[str, bytes]:
    path = folder / "intent.yaml"
    path.write_text(intent_text(switch, qos), encoding="utf-8")
    outcome = compile.compile_intent(path)
    errors = [item for item in outcome.diagnostics if item.severity == "error"]
    assert errors == []
    files = dict(compile.rendered(outcome.design))
    judged = judge.validate_rendered(files, folder / "out", outcome.design)
    assert [item for item in judged.diagnostics if item.severity == "error"] == []
    return files


def official(shared: Path, files: dict[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        if name.endswith("config_db.json"):
            (folder / f"{name.partition('/')[0]}.json").write_bytes(content)
    (folder / "intent.yaml").unlink()
    tool = shared / "tools" / "yang_oracle.py"
    command = [sys.executable, str(tool), "--strict-tables", "--json", str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(result.stdout)["files"]
    assert found
    assert [(item["file"], item["violations"]) for item in found if item["violations"]] == []


@pytest.mark.slow
@pytest.mark.parametrize("switch", LOSSLESS)
def test_every_lossless_platform(switch: str, shared: Path, tmp_path: Path) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    official(shared, rendered(tmp_path, switch, ""), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("switch", LOSSY)
def test_every_other_platform_without_pause(switch: str, shared: Path, tmp_path: Path) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    files = rendered(tmp_path, switch, f"preset: lossy-roce{LOSSY[switch]}")
    official(shared, files, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("switch", ["nvidia-sn5600", "dell-z9864f"])
def test_every_variant(switch: str, variant: str, shared: Path, tmp_path: Path) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    official(shared, rendered(tmp_path, switch, VARIANTS[variant]), tmp_path)


@pytest.mark.parametrize("variant", ["amd", "azure", "dynamic with shared headroom", "tags"])
def test_rules_accept_a_variant(variant: str, tmp_path: Path) -> None:
    files = rendered(tmp_path, "nvidia-sn5600", VARIANTS[variant])
    tables = json.loads(files["leaf-p1-su01-r1-4/config_db.json"])
    if variant == "amd":
        cnp = tables["SCHEDULER"]["scheduler.cnp_400g"]
        # 10 % of 400 Gb/s in bytes a second
        assert (cnp["type"], cnp["pir"]) == ("STRICT", "5000000000")
    if variant == "azure":
        assert tables["PORT_QOS_MAP"]["Ethernet0"]["pfc_enable"] == "3,4"
        assert tables["BUFFER_PG"]["Ethernet0|3-4"]
    if variant.startswith("dynamic"):
        assert tables["BUFFER_PG"]["Ethernet0|3"] == {"profile": "NULL"}
        assert tables["BUFFER_POOL"]["ingress_lossless_pool"].get("size") is None
    if variant == "tags":
        assert tables["PORT"]["Ethernet0"]["pfc_asym"] == "on"
        assert tables["PORT_QOS_MAP"]["Ethernet0"]["dot1p_to_tc_map"] == "AI"
        assert {row["type"] for row in tables["SCHEDULER"].values()} == {"WRR", "STRICT"}
