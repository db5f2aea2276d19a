"""Ports at speeds a breakout mode lists in brackets, and HwSKUs whose layout is fixed."""

from pathlib import Path

import pytest
from built_fabrics import backend, hardware, intent, node, real, shape

from fabricgen import compile, judge
from fabricgen.model.intent import ComputeGroup, SwitchIntent
from fabricgen.model.topology import Port, Topology
from fabricgen.render import Renderer


def leaf_ports(topology: Topology) -> tuple[Port, ...]:
    return topology.ports["leaf-p1-su01-r1"]


def built(gbps: int, switch: SwitchIntent, nodes: int = 16) -> Topology:
    group = ComputeGroup(nodes=nodes, node=node(gbps=gbps))
    found = shape(intent(group, backend=backend(switch)))
    assert found.problems == ()
    return found


@pytest.mark.parametrize(
    ("gbps", "breakout", "ports", "lanes", "mode"),
    [
        (100, None, 256, 2, "4x200G[100G,50G,25G,10G]"),  # the mode with most ports lists 100G
        (100, "2x100G", 128, 4, "2x400G[200G,100G,50G,40G,25G,10G]"),
        (200, None, 256, 2, "4x200G[100G,50G,25G,10G]"),  # its default speed
        (200, "2x200G", 128, 4, "2x400G[200G,100G,50G,40G,25G,10G]"),  # of a BlueField-3
        (400, "1x400G", 64, 8, "1x800G[400G,200G,100G,50G,40G,25G,10G]"),
    ],
)
def test_a_speed_in_brackets_of_a_mode(
    gbps: int, breakout: str | None, ports: int, lanes: int, mode: str
) -> None:
    """SN5600: 64 cages of 8 lanes; FEC is RS from 50G a lane on, so 100G on 4 lanes has none."""
    found = leaf_ports(built(gbps, real("nvidia-sn5600", breakout)))
    fabric = [port for port in found if port.spec.parent != "Ethernet512"]
    assert len(fabric) == ports
    assert {port.spec.speed_mbps for port in fabric} == {gbps * 1000}
    assert {len(port.spec.lanes) for port in fabric} == {lanes}
    assert {port.breakout for port in fabric} == {mode}
    assert {port.spec.fec for port in fabric} == {"rs" if gbps / lanes >= 50 else None}


@pytest.mark.parametrize(
    ("platform", "hwsku", "gbps", "ports"),
    [
        ("nvidia-sn5600", "Mellanox-SN5600-C256S1", 100, 256),
        ("nvidia-sn5610n", "Mellanox-SN5610N-C224O8", 100, 232),
        ("marvell-d64p512t", "d64p512t_512x100G-2x10G", 100, 512),
    ],
)
def test_a_fixed_layout_gives_its_own_ports(
    platform: str, hwsku: str, gbps: int, ports: int
) -> None:
    found = leaf_ports(built(gbps, SwitchIntent(platform=platform, hwsku=hwsku)))
    known = {port.name: port for port in hardware().platforms[platform].hwskus[hwsku].ports}
    assert len(found) == ports
    assert all(port.spec == known[port.spec.name] for port in found)
    assert {port.breakout for port in found} == {None}


def test_a_hwsku_that_can_be_split_is_kept_to() -> None:
    switch = SwitchIntent(platform="nvidia-sn5600", hwsku="ACS-SN5600")
    found = built(400, switch)
    assert {d.hwsku for d in found.devices if d.platform} == {"ACS-SN5600"}


def test_a_layout_without_ports_of_the_speed_is_refused() -> None:
    group = ComputeGroup(nodes=16, node=node(gbps=400))
    switch = SwitchIntent(platform="nvidia-sn5600", hwsku="Mellanox-SN5600-C256S1")
    (problem,) = shape(intent(group, backend=backend(switch))).problems
    assert problem.kind == "impossible-speed"
    assert "256 x 100G" in problem.hint


def test_what_is_rendered_of_a_bracketed_speed_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(
        "fabricgen: 1\nname: a\n"
        "compute: {nodes: 16, node: {gpus: 8, nics: 8, nic_speed: 100G}}\n"
        "fabrics: {backend: {switch: nvidia-sn5600}}\n",
        encoding="utf-8",
    )
    outcome = compile.compile_intent(path)
    assert outcome.design is not None
    files = dict(compile.rendered(outcome.design))
    proof = judge.validate_rendered(files, tmp_path / "out", outcome.design)
    assert [d.message for d in proof.diagnostics if d.severity != "note"] == []
    renderer = Renderer(outcome.design)
    tables = renderer.tables(renderer.devices()[0])
    assert tables["BREAKOUT_CFG"]["Ethernet0"] == {"brkout_mode": "4x200G[100G,50G,25G,10G]"}
    assert tables["PORT"]["Ethernet2"]["speed"] == "100000"
