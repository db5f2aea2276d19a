"""host_paths.json: queue pairs by the number of paths, and the locators NICs choose paths by."""

import json
from pathlib import Path

import pytest
from routing_design import extras_design

from fabricgen.outputs.host_paths_json import host_paths, queue_pairs


# Idle share (1 - 1/n)^(n q): n = 2: 1/4, 1/16, 1/256 for q = 1, 2, 4. n = 64: 0.365, 0.133, 0.018, 0.0003.
@pytest.mark.parametrize(("paths", "pairs"), [(1, 1), (2, 4), (4, 8), (64, 8), (256, 8)])
def test_queue_pairs_leave_no_path_idle(paths: int, pairs: int) -> None:
    assert queue_pairs(paths) == pairs


def test_locators_are_those_of_the_switches(tmp_path: Path) -> None:
    design = extras_design(tmp_path, "bgpcfgd")
    fabrics = json.loads(host_paths(design))["fabrics"]
    backend = fabrics["backend"]
    assert backend["locators"]["spine-p1-01"] == "fcbb:bbbb:801::/48"
    assert fabrics["frontend"]["locators"] == {}
    assert backend["spraying"] is False
    assert backend["environment"]["NCCL_IB_ADAPTIVE_ROUTING"] == "0"
    assert backend["environment"]["NCCL_IB_QPS_PER_CONNECTION"] == str(backend["queue_pairs"])
    assert design.topology is not None
    assert backend["paths"] == dict(design.topology.sizes["backend"].ecmp_width)


def test_asked_for_but_absent_adaptive_routing_is_not_promised(tmp_path: Path) -> None:
    design = extras_design(tmp_path, "bgpcfgd", extensions=True)
    backend = json.loads(host_paths(design))["fabrics"]["backend"]
    assert backend["load_balancing"] == "adaptive"
    assert backend["spraying"] is False  # flowlets, packets of a flow stay in order
