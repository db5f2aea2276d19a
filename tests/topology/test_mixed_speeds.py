"""Groups of nodes with NICs of different rates in one back-end."""

from dataclasses import replace

import pytest
from built_fabrics import hardware, real

from fabricgen import sizing, topology
from fabricgen.model.intent import (
    ComputeGroup,
    FabricIntent,
    FabricsIntent,
    Intent,
    NodeIntent,
)
from fabricgen.model.topology import LinkKind, PortUse, Topology

FAST = ComputeGroup(name="fast", nodes=64, node="nvidia-dgx-h100", scalable_unit=32)
SLOW = ComputeGroup(name="slow", nodes=40, node=NodeIntent(gpus=8, nics=8, nic_speed=200_000))


def built(*groups: ComputeGroup, **backend: object) -> Topology:
    fabric = FabricIntent(switch=real("nvidia-sn5600"), topology="rail-optimized", **backend)  # type: ignore[arg-type]
    asked = Intent(fabricgen=1, name="test", compute=groups, fabrics=FabricsIntent(backend=fabric))
    return topology.build(asked, hardware(), sizing.size(asked, hardware()))


def test_each_unit_has_leaves_for_its_nics() -> None:
    """2 fast units and 2 slow ones of 32 nodes: 32 leaves with 32 uplinks of 400G each."""
    found = built(FAST, SLOW)
    assert found.problems == ()
    size = found.sizes["backend"]
    assert (size.units, size.leaf_count, size.host_link_count) == (4, 32, 104 * 8)
    assert size.injection_mbps == 64 * 8 * 400_000 + 40 * 8 * 200_000
    assert size.leaf_spine_link_count == 32 * 32
    for leaf in (d for d in found.devices if d.role.value == "leaf"):
        hosts = {p.spec.speed_mbps for p in found.ports[leaf.name] if p.use is PortUse.HOST}
        ups = [p.spec.speed_mbps for p in found.ports[leaf.name] if p.use is PortUse.UP]
        assert hosts == {400_000 if leaf.unit < 2 else 200_000}
        assert ups == [400_000] * 32
    links = {
        (link.lower.device.split("-")[0], link.speed_mbps)
        for link in found.links
        if link.kind is LinkKind.HOST_LEAF
    }
    assert links == {("fast", 400_000), ("slow", 200_000)}


def test_a_slow_group_that_is_added_moves_nothing() -> None:
    before = built(replace(FAST, grow_to=128))
    after = built(replace(FAST, grow_to=128), SLOW, spine=real("nvidia-sn5600"))
    old = {(link.upper, link.lower, link.speed_mbps) for link in before.links}
    hosts = {item for item in old if item[1].device.startswith("fast")}
    new = {(link.upper, link.lower, link.speed_mbps) for link in after.links}
    assert hosts <= new


@pytest.mark.parametrize("planes", [1, None])
def test_ports_of_a_nic_join_where_the_others_have_one(planes: int | None) -> None:
    """B300 has two ports of 400G; beside NICs of one port it runs as one of 800G in one plane."""
    new = ComputeGroup(name="new", nodes=32, node="nvidia-dgx-b300")
    found = built(FAST, new, planes=planes)
    assert found.sizes["backend"].planes == 1
    speeds = {link.speed_mbps for link in found.links if link.kind is LinkKind.HOST_LEAF}
    assert speeds == {400_000, 800_000}
