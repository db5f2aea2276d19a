"""The number of planes where the intent leaves it open."""

import pytest
from built_fabrics import backend, intent, node, real, shape

from fabricgen.model.intent import ComputeGroup, FabricIntent
from fabricgen.model.topology import FabricSize

SN5600 = real("nvidia-sn5600")


def size(nodes: int, *, joins: bool, switch: FabricIntent | None = None, **keys: int) -> FabricSize:
    group = ComputeGroup(nodes=nodes, node=node(gbps=800, ports=2, joins=joins), **keys)
    return shape(intent(group, backend=switch or backend(SN5600))).sizes["backend"]


def test_ports_that_cannot_be_joined_have_a_plane_each() -> None:
    found = size(72, joins=False)
    assert found.planes == 2
    assert found.reasons[-1] == "planes: auto takes a plane for each of the 2 ports of a NIC"


def test_one_plane_costs_least_where_it_rounds_better() -> None:
    """72 nodes: units of 64 with 128 ports of 400G a leaf, of 32 with 64 of 800G.

    Two planes: 2 units x 8 rails x 2 = 32 leaves, 1,024 uplinks of 400G a plane on 8 spines of 128
    ports: 48 switches. One plane: 3 units x 8 = 24 leaves, 24 x 32 uplinks on spines of 64: 12, and the
    next that divides 32 is 16: 40 switches.
    """
    found = size(72, joins=True)
    assert (found.planes, found.leaf_count, found.spine_count) == (1, 24, 16)
    assert "2 planes: 48 switches" in found.reasons[-1]
    assert "1 plane: 40 switches" in found.reasons[-1]
    assert "it costs least" in found.reasons[-1]


def test_equal_cost_keeps_a_plane_for_each_port() -> None:
    """128 nodes fill both: 32 leaves and 16 spines in two planes, in one 4 x 8 leaves and 16 spines."""
    found = size(128, joins=True)
    assert (found.planes, found.leaf_count, found.spine_count) == (2, 32, 16)
    assert "no other number costs less" in found.reasons[-1]


def test_a_number_that_cannot_be_built_is_passed_over_with_its_reason() -> None:
    """512 nodes in two tiers: 64 leaves a plane fit spines of 128 x 400G, 128 leaves none of 64 x 800G."""
    found = size(512, joins=True, switch=backend(SN5600, tiers=2))
    assert found.planes == 2
    assert "1 plane cannot be:" in found.reasons[-1]


def test_what_grows_is_counted_with_its_growth() -> None:
    assert size(72, joins=True, grow_to=128).planes == 2


@pytest.mark.parametrize("ports", [2, 4])
def test_dual_tor_keeps_two_leaves_a_plane(ports: int) -> None:
    group = ComputeGroup(nodes=16, node=node(gbps=800, ports=ports, joins=True))
    asked = intent(group, backend=backend(SN5600, topology="dual-tor"))
    assert shape(asked).sizes["backend"].planes == ports // 2
