"""Rendered fabrics of every family give no finding of the rules on routes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fabricgen import compile, configdb
from fabricgen.model.diagnostic import Diagnostic
from fabricgen.model.rule import Point
from fabricgen.validate import run

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
}


def of_routes(found: tuple[Diagnostic, ...]) -> Iterator[tuple[str, str]]:
    for item in found:
        if "FAB070" <= item.rule < "FAB100":
            yield item.rule, item.message


@pytest.mark.parametrize("name", INTENTS)
def test_clean_fabric_has_no_finding(name: str, tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(f"fabricgen: 1\nname: clean\nworkload: training\n{INTENTS[name]}", "utf-8")
    outcome = compile.compile_intent(path)
    if outcome.design is None or not outcome.valid:
        refused = {d.rule for d in outcome.diagnostics if d.severity == "error"}
        assert refused & {"TOP001", "CAP005"}, outcome.diagnostics
        pytest.skip(f"this version refuses the family: {sorted(refused)}")
    configs = [
        configdb.parse(content.decode("utf-8"), file)
        for file, content in compile.rendered(outcome.design)
        if file.endswith("/config_db.json")
    ]
    fabric = configdb.rebuild(configs, outcome.design.catalogue, configdb.load_schema("202511"))
    assert list(of_routes(run(Point.FABRIC, fabric))) == []
