"""A DPU is a hop like any other: what it does otherwise than its leaf is found and names both ends."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from fabricgen import compile, judge

TEXT = """\
fabricgen: 1
name: t
compute:
  nodes: 4
  node: nvidia-hgx-h100
  dpu: {platform: nvidia-bf3, mode: sonic, routing: bgp}
fabrics:
  backend: {topology: single-tier, switch: nvidia-sn4700}
  frontend: {switch: nvidia-sn4700}
"""
CARD, LEAF = "node-0001-dpu1", "frontend-leaf-01"
Files = dict[str, dict[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> tuple[compile.Outcome, dict[str, Files], Path]:
    folder = tmp_path_factory.mktemp("dpu")
    path = folder / "intent.yaml"
    path.write_text(TEXT, encoding="utf-8")
    outcome = compile.compile_intent(path)
    files = {
        name: json.loads(content)
        for name, content in compile.rendered(outcome.design)
        if name.startswith(("node-", "frontend-")) and name.endswith("config_db.json")
    }
    return outcome, files, folder


def judged(made, files: dict[str, Files]) -> list[str]:
    outcome, _, folder = made
    texts = {name: json.dumps(tables, indent=1).encode() for name, tables in files.items()}
    found = judge.validate_rendered(texts, folder / "out", outcome.design).diagnostics
    return [f"{item.rule}: {item.message}" for item in found if item.severity == "error"]


def test_a_card_has_the_maps_and_mtu_of_its_leaf(made):
    _, files, _ = made
    card, leaf = files[f"{CARD}/config_db.json"], files[f"{LEAF}/config_db.json"]
    for table in ("DSCP_TO_TC_MAP", "TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP"):
        assert card[table] == leaf[table]
    assert {row["mtu"] for row in card["PORT"].values()} == {"9100"}
    assert judged(made, files) == []


def _lossless(files: dict[str, Files]) -> None:
    """Make the front-end of the first leaf lossless for priority 3, its port to the card included."""
    leaf = files[f"{LEAF}/config_db.json"]
    port = next(n for n, row in leaf["DEVICE_NEIGHBOR"].items() if row["name"] == CARD)
    leaf["TC_TO_PRIORITY_GROUP_MAP"]["AI"]["3"] = "3"
    leaf["PORT_QOS_MAP"][port]["pfc_enable"] = "3"


@pytest.mark.parametrize(
    ("rule", "table", "key", "field", "value"),
    [
        ("FAB023", "PORT", "Ethernet0", "mtu", "9216"),
        ("FAB023", "PORT", "Ethernet0", "mtu", "4200"),
        ("FAB029", "PORT_QOS_MAP", "Ethernet0", "pfc_enable", "4"),
        ("FAB031", "DSCP_TO_TC_MAP", "AI", "48", "3"),
        ("FAB031", "TC_TO_QUEUE_MAP", "AI", "6", "3"),
    ],
)
def test_a_mismatch_at_the_card_names_both_ends(made, rule, table, key, field, value):
    files = copy.deepcopy(made[1])
    _lossless(files)
    quiet = judged(made, files)
    files[f"{CARD}/config_db.json"][table][key][field] = value
    new = [text for text in judged(made, files) if text not in quiet]
    own = [text for text in new if text.startswith(rule) and CARD in text and LEAF in text]
    assert own, new
