"""Three tiers, dual leaves, backup nodes, reserved ports: worked by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest
from built_fabrics import backend, build, hardware, intent, node, paper, real, shape, verdict
from hypothesis import given, settings
from hypothesis import strategies as st

from fabricgen import addressing, topology
from fabricgen.model.intent import AddressingIntent, ComputeGroup, SwitchIntent
from fabricgen.model.topology import PortUse, Role, Topology

Z9332 = real("dell-z9332f")
SN5600 = real("nvidia-sn5600")


def three_tiers(nodes: int, grow_to: int | None = None):
    """Pods of 2 units of 2 nodes with 2 rails; a leaf has 2 uplinks, a spine 4 down and 4 up."""
    group = ComputeGroup(nodes=nodes, grow_to=grow_to, node=node(nics=2, gpus=2), scalable_unit=2)
    return build(intent(group, backend=backend(Z9332, tiers=3, pod=2)))


def test_pod_spines_have_the_pod_in_their_name_and_one_asn() -> None:
    built = three_tiers(8)
    names = [d.name for d in built.topology.devices if d.role is not Role.LEAF]
    assert names == ["spine-p1-pod01-01", "spine-p1-pod02-01", "super-spine-p1-01"]
    asns = built.addresses.asns
    assert asns["super-spine-p1-01"] == 4_200_000_000
    assert asns["spine-p1-pod01-01"] == 4_200_000_001
    assert asns["spine-p1-pod02-01"] == 4_200_000_002


def test_links_to_super_spines_have_the_upper_half_of_the_slice() -> None:
    """10.64.0.0/14 is plane 1; its upper half starts at 10.66.0.0. Spine 2 has links 8 to 15."""
    built = three_tiers(8)
    ups = built.links("spine-super-spine")
    assert len(ups) == 16
    first = next(link for link in ups if link.lower.device == "spine-p1-pod02-01")
    ends = built.addresses.interfaces
    assert str(ends[first.upper.device, first.upper.port]) == "10.66.0.16/31"
    assert str(ends[first.lower.device, first.lower.port]) == "10.66.0.17/31"


def test_planned_pods_have_their_ports_on_the_super_spine_today() -> None:
    before, after = three_tiers(4, grow_to=12), three_tiers(12)
    small = {port.spec.name: port.use for port in before.topology.ports["super-spine-p1-01"]}
    large = {port.spec.name: port.use for port in after.topology.ports["super-spine-p1-01"]}
    assert small == large
    assert list(large.values()).count(PortUse.DOWN) == 24
    assert [d.name for d in before.topology.devices if d.role is Role.SPINE] == [
        "spine-p1-pod01-01"
    ]


def test_dual_tor_gives_a_nic_two_leaves_of_its_rail() -> None:
    group = ComputeGroup(nodes=4, node=node(nics=2, ports=2), scalable_unit=2)
    built = build(intent(group, backend=backend(SN5600, topology="dual-tor")))
    homes = {
        (link.lower.device, link.lower.port): link.upper.device for link in built.links("host-leaf")
    }
    assert homes["node-0003", "nic2p1"] == "leaf-p1-su02-r2a"
    assert homes["node-0003", "nic2p2"] == "leaf-p1-su02-r2b"
    assert {link.speed_mbps for link in built.links("host-leaf")} == {200_000}


def test_dual_tor_leaves_have_blocks_of_their_own() -> None:
    """Unit 2, home 2 is block 3: 10.0.0.0/14, rail 2 of 3 bits is 10.0.128.0, 3 x 256 on."""
    group = ComputeGroup(nodes=4, node=node(nics=2, ports=2), scalable_unit=2)
    built = build(intent(group, backend=backend(SN5600, topology="dual-tor")))
    assert built.addresses.host_prefixes["leaf-p1-su02-r2b"] == ("10.0.131.0/24",)


def test_dual_tor_with_as_many_planes_as_ports_is_dual_plane() -> None:
    group = ComputeGroup(nodes=4, node=node(nics=2, ports=2), scalable_unit=2)
    built = build(intent(group, backend=backend(SN5600, topology="dual-tor", planes=2)))
    ends = {link.lower.port: link.upper.device for link in built.links("host-leaf")}
    assert (ends["nic1p1"], ends["nic1p2"]) == ("leaf-p1-su02-r1", "leaf-p2-su02-r1")


def test_top_of_rack_puts_the_nics_of_a_node_side_by_side() -> None:
    group = ComputeGroup(nodes=4, node=node(nics=4, gpus=4), scalable_unit=2)
    built = build(intent(group, backend=backend(SN5600, topology="top-of-rack")))
    ports = [
        link.upper.port for link in built.links("host-leaf") if link.lower.device == "node-0002"
    ]
    assert ports == ["Ethernet16", "Ethernet20", "Ethernet24", "Ethernet28"]
    assert [d.name for d in built.topology.devices][:2] == [
        "leaf-p1-su01-r1-4",
        "leaf-p1-su02-r1-4",
    ]


def test_rail_only_joins_no_two_rails() -> None:
    group = ComputeGroup(nodes=4, node=node(nics=2), scalable_unit=2)
    built = build(intent(group, backend=backend(SN5600, topology="rail-only")))
    for link in built.links("leaf-spine"):
        assert link.lower.device.endswith(link.upper.device.split("-")[2])


def test_spare_nodes_take_no_uplinks_and_are_no_gpus() -> None:
    """10 nodes a unit, 2 of them spare: 8 uplinks at 1 to 1."""
    group = ComputeGroup(nodes=20, node=node(), scalable_unit=10, spare=2)
    size = build(intent(group, backend=backend(SN5600))).topology.sizes["backend"]
    assert (size.leaf_uplinks, size.node_count, size.gpu_count) == (8, 16, 128)
    assert size.host_link_count == 160
    assert size.oversubscription == {"leaf": Fraction(1)}


def test_reserved_cages_stay_free_at_the_end_of_the_panel() -> None:
    """64 cages of 2 x 400G less 4: 120 ports, 60 nodes and 60 uplinks."""
    group = ComputeGroup(nodes=8, node=node())
    switch = SwitchIntent(platform="nvidia-sn5600", reserve=4)
    built = build(intent(group, backend=backend(switch)))
    assert built.topology.sizes["backend"].nodes_per_unit == 60
    uses = [port.use for port in built.topology.ports["leaf-p1-su01-r1"]]
    assert set(uses[-8:]) == {PortUse.SPARE}


def test_nodes_with_fewer_nics_leave_the_other_rails_out() -> None:
    groups = (
        ComputeGroup(name="a", nodes=2, node=node(nics=4), scalable_unit=2),
        ComputeGroup(name="b", nodes=2, node=node(nics=2)),
    )
    built = build(intent(*groups, backend=backend(SN5600)))
    leaves = [d.name for d in built.topology.devices if d.role is Role.LEAF]
    assert leaves == [f"leaf-p1-su01-r{n}" for n in (1, 2, 3, 4)] + [
        f"leaf-p1-su02-r{n}" for n in (1, 2)
    ]


def test_a_large_plan_derives_one_plane_and_counts_all() -> None:
    """256 nodes x 8 NICs x 8 ports and as many links up: one plane of 8 is built for a plan."""
    group = ComputeGroup(nodes=1024, node=node(gbps=800, ports=8), scalable_unit=256)
    asked = intent(group, backend=backend(real("dell-z9864f")))
    part = topology.build(asked, hardware(), verdict(), outline=True)
    assert {device.plane for device in part.devices} == {0}
    size = part.sizes["backend"]
    assert (size.planes, size.leaf_count, size.host_link_count) == (8, 256, 65_536)
    # a cage of the switch carries 8 links, a NIC of 8 ports one cable
    assert dict(size.cable_count) == {"host-leaf": 8192, "leaf-spine": 8192}


def test_a_small_plan_is_whole() -> None:
    group = ComputeGroup(nodes=4, node=node(ports=2), scalable_unit=2)
    asked = intent(group, backend=backend(SN5600))
    plans: list[Topology] = [
        topology.build(asked, hardware(), verdict(), outline=outline) for outline in (True, False)
    ]
    assert plans[0] == plans[1]


@pytest.mark.parametrize(("length", "message"), [(15, "4096 /31 links of one kind"), (14, "")])
def test_pools_too_small_for_pods_name_what_does(length: int, message: str) -> None:
    """128 leaves and spines x 32 uplinks are 4096 links of each kind: 2 halves x 2^13 addresses, a /14."""
    group = ComputeGroup(nodes=512, node=node(), scalable_unit=32)
    pools = AddressingIntent(links=f"10.64.0.0/{length}")
    asked = intent(group, backend=backend(real("dell-z9664f"), tiers=3), addressing=pools)
    problems = addressing.plan(asked, shape(asked)).problems
    assert [message in problem.message for problem in problems] == ([True] if message else [])
    assert all("use a /14" in problem.hint for problem in problems)


def test_paper_super_spines_plan() -> None:
    group = ComputeGroup(nodes=512, node=node(), scalable_unit=32)
    size = shape(intent(group, backend=backend(paper(64, 400), tiers=3))).sizes["backend"]
    assert size.cable_count["spine-super-spine"] == 4096


@settings(max_examples=25, deadline=None)
@given(
    nodes=st.integers(1, 700),
    unit=st.sampled_from([None, 4, 8, 16, 32]),
    family=st.sampled_from(["rail-optimized", "rail-only", "top-of-rack"]),
    tiers=st.sampled_from([2, 3]),
    nics=st.sampled_from([1, 2, 8]),
)
def test_formulas_of_a_paper_switch_count_what_is_built(nodes, unit, family, tiers, nics) -> None:
    """An Arista 7060DX5-64S is 64 x 400G: links counted one by one equal the closed formulas."""
    sizes, kinds = [], []
    for switch in (paper(64, 400), real("arista-7060dx5-64s")):
        group = ComputeGroup(nodes=nodes, node=node(nics=nics), scalable_unit=unit)
        built = shape(intent(group, backend=backend(switch, topology=family, tiers=tiers)))
        kinds.append([p.kind for p in built.problems if p.kind != "paper-switch"])
        size = built.sizes.get("backend")
        sizes.append(size and replace(size, reasons=()))
    assert sizes[0] == sizes[1]
    assert kinds[0] == kinds[1]
