"""Tunnel endpoints apart from Loopback0: a Loopback1 on leaves and DPUs, announced by frrcfgd."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabricgen.cli import main

INTENT = """fabricgen: 1
name: x
compute: {nodes: %d, grow_to: 32, node: nvidia-dgx-h100, scalable_unit: 8, dpu: {platform: nvidia-bf3}}
sonic: {routing: frrcfgd}
fabrics:
  backend: {switch: nvidia-sn5600, topology: rail-optimized, routing: %s}
  frontend: {switch: nvidia-sn4700}
addressing: {vteps: 10.254.0.0/16}
accept: [{rule: CAP004, reason: a test}]
"""


def rendered(
    folder: Path, nodes: int, routing: str = "bgp"
) -> dict[str, dict[str, dict[str, object]]]:
    path, out = folder / f"{nodes}.yaml", folder / f"{nodes}-{routing}"
    path.write_text(INTENT % (nodes, routing), "utf-8")
    result = CliRunner().invoke(main, ["render", str(path), "-o", str(out)])
    assert result.exit_code == 0, result.output
    return {p.parent.name: json.loads(p.read_text()) for p in out.glob("*/config_db.json")}


def endpoint(config: dict[str, dict[str, object]]) -> str | None:
    rows = [key for key in config["LOOPBACK_INTERFACE"] if key.startswith("Loopback1")]
    assert rows == [] or "Loopback1" in rows
    return next((key.split("|")[1] for key in rows if "|" in key), None)


def test_every_leaf_and_card_has_one_and_announces_it(tmp_path: Path) -> None:
    """Slices of /20: back-end 0, front-end 9 x 16 = 144, DPUs 11 x 16 = 176; then the device's index."""
    found = rendered(tmp_path, 16)
    assert endpoint(found["leaf-p1-su01-r1"]) == "10.254.0.0/32"
    assert endpoint(found["leaf-p1-su02-r3"]) == "10.254.0.10/32"
    assert endpoint(found["frontend-leaf-02"]) == "10.254.144.1/32"
    assert endpoint(found["node-0003-dpu1"]) == "10.254.176.2/32"
    assert endpoint(found["spine-p1-01"]) is None
    every = [one for config in found.values() if (one := endpoint(config))]
    assert len(every) == len(set(every)) == 16 + 2 + 16
    for config in found.values():
        one = endpoint(config)
        assert one is None or f"default|ipv4_unicast|{one}" in config["BGP_GLOBALS_AF_NETWORK"]


def test_growth_moves_none(tmp_path: Path) -> None:
    small, large = rendered(tmp_path, 16), rendered(tmp_path, 24)
    assert all(endpoint(config) == endpoint(large[name]) for name, config in small.items())


@pytest.mark.parametrize("device", ["spine-p1-01", "leaf-p1-su02-r1"])
def test_static_fabrics_have_routes_to_them(device: str, tmp_path: Path) -> None:
    assert "default|10.254.0.0/32" in rendered(tmp_path, 16, "static")[device]["STATIC_ROUTE"]
