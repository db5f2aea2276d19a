"""nic_settings.json agrees with the switches."""

import json
from pathlib import Path

import pytest

from fabricgen import compile


@pytest.mark.parametrize(
    ("qos", "dscps", "pfc", "cnp", "preset"),
    [
        ("{}", {"26": 3}, [3], (48, 6), "connectx"),
        ("{preset: amd}", {"24": 3}, [3], (46, 6), "pollara"),
        ("{preset: broadcom}", {"26": 3}, [3], (48, 7), "bnxt_re"),
        ("{preset: lossy-roce}", {"26": 3}, [], (48, 6), "connectx"),
        ("{preset: nvme-rdma, nic: {preset: dcqcn}}", {"26": 3, "28": 4}, [3, 4], (48, 6), "dcqcn"),
    ],
)
def test_nic_settings(qos, dscps, pfc, cnp, preset, tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(
        "fabricgen: 1\nname: t\ncompute: {nodes: 4, node: nvidia-dgx-h100}\n"
        "fabrics:\n  backend: {switch: nvidia-sn5600}\n"
        f"qos: {qos}\n",
        encoding="utf-8",
    )
    outcome = compile.compile_intent(path)
    assert outcome.design is not None
    files = dict(compile.rendered(outcome.design))
    document = json.loads(files["nic_settings.json"])
    assert document["format_version"] == 1
    (entry,) = document["nics"]
    assert (entry["group"], entry["fabric"], entry["trust"]) == ("node", "backend", "dscp")
    assert entry["dscp_to_priority"] == dscps
    assert entry["pfc_priorities"] == pfc
    assert (entry["ecn"]["cnp_dscp"], entry["ecn"]["cnp_priority"]) == cnp
    assert entry["rate_control"]["preset"] == preset
    leaf = json.loads(next(v for k, v in files.items() if k.startswith("leaf")))
    table = leaf["DSCP_TO_TC_MAP"]["AI"]
    assert all(table[dscp] == str(priority) for dscp, priority in dscps.items())
    assert table[str(cnp[0])] == str(cnp[1])
    assert leaf["PORT_QOS_MAP"]["Ethernet0"].get("pfc_enable", "") == ",".join(map(str, pfc))
