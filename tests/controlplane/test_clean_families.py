"""Rendered fabrics of every family and way of routing give no finding."""

from pathlib import Path

import pytest

from fabricgen import compile, judge

INTENTS = {
    "rail-optimized, two planes": """
compute: {nodes: 8, node: nvidia-dgx-b300, scalable_unit: 4}
fabrics:
  backend: {planes: 2, leaf: {platform: nvidia-sn5600, breakout: 2x400G}, spine: {platform: nvidia-sn5600, breakout: 2x400G}}
""",
    "one tier": """
compute: {nodes: 4, node: nvidia-hgx-h100}
fabrics: {backend: {topology: single-tier, switch: nvidia-sn4700}}
""",
    "rail-only": """
compute: {nodes: 8, node: nvidia-hgx-h100, scalable_unit: 4}
fabrics: {backend: {topology: rail-only, switch: nvidia-sn5600}}
""",
    "top-of-rack": """
compute: {nodes: 8, node: nvidia-hgx-h100, scalable_unit: 4}
fabrics: {backend: {topology: top-of-rack, switch: nvidia-sn5600}}
""",
    "all fabrics with DPUs": """
compute: {nodes: 8, node: nvidia-hgx-h100, scalable_unit: 4, dpu: {platform: nvidia-bf3, mode: sonic, routing: bgp}}
fabrics:
  backend: {switch: nvidia-sn5600}
  storage: {switch: nvidia-sn4700}
  frontend: {switch: nvidia-sn4700}
  oob: {switch: nvidia-sn2201}
""",
    "three tiers": """
compute: {nodes: 16, node: {gpus: 8, nics: 2, nic_speed: 400G}, scalable_unit: 4}
fabrics: {backend: {topology: rail-optimized, tiers: 3, pod: 2, switch: nvidia-sn5600}}
""",
    "dual-tor": """
compute: {nodes: 8, node: {gpus: 8, nics: 4, nic_speed: 400G, ports: 2}, scalable_unit: 4}
fabrics: {backend: {topology: dual-tor, switch: nvidia-sn5600}}
""",
    "four planes": """
compute: {nodes: 8, node: {gpus: 4, nics: 4, nic_speed: 800G, ports: 4}, scalable_unit: 4}
fabrics: {backend: {topology: rail-optimized, tiers: 2, switch: nvidia-sn5600}}
""",
    "eight planes, top-of-rack": """
compute: {nodes: 8, node: {gpus: 2, nics: 2, nic_speed: 800G, ports: 8}, scalable_unit: 4}
fabrics: {backend: {topology: top-of-rack, tiers: 2, switch: nvidia-sn5600}}
""",
    "tenants": """
compute: {nodes: 8, node: nvidia-hgx-h100, scalable_unit: 4}
fabrics: {backend: {topology: rail-optimized, tiers: 2, switch: nvidia-sn5600}}
tenants: [{name: red, nodes: [1-4]}, {name: blue, nodes: [5-8]}]
""",
    "static, one tier": """
compute: {nodes: 4, node: nvidia-hgx-h100}
fabrics: {backend: {topology: single-tier, routing: static, switch: nvidia-sn5600}}
""",
    "IPv6": """
compute: {nodes: 8, node: nvidia-hgx-h100, scalable_unit: 4}
addressing: {family: ipv6}
fabrics: {backend: {topology: rail-optimized, tiers: 2, switch: nvidia-sn5600}}
""",
    "framework, dual stack": """
compute: {nodes: 8, node: nvidia-hgx-h100, scalable_unit: 4}
sonic: {routing: frrcfgd}
addressing: {family: dual}
fabrics: {backend: {topology: rail-optimized, tiers: 2, switch: nvidia-sn5600}}
""",
    "framework, unnumbered": """
compute: {nodes: 8, node: nvidia-hgx-h100, scalable_unit: 4}
sonic: {routing: frrcfgd}
addressing: {links: unnumbered}
fabrics: {backend: {topology: rail-optimized, tiers: 2, switch: nvidia-sn5600}}
""",
}


@pytest.mark.parametrize("name", INTENTS)
def test_clean_fabric_has_no_finding(name: str, tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(f"fabricgen: 1\nname: clean\nworkload: training\n{INTENTS[name]}", "utf-8")
    outcome = compile.compile_intent(path)
    assert outcome.design is not None
    assert outcome.valid, outcome.diagnostics
    files = dict(compile.rendered(outcome.design))
    proof = judge.validate_rendered(files, tmp_path / "out", outcome.design)
    assert [(d.rule, d.message) for d in proof.diagnostics if d.severity != "note"] == []
