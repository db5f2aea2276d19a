"""What each family builds, and where cables go."""

from fractions import Fraction

import pytest
from built_fabrics import (
    backend,
    build,
    hardware,
    intent,
    node,
    paper,
    real,
    shape,
    verdict,
    whole_cluster,
)

from fabricgen import topology
from fabricgen.model.intent import ComputeGroup, DpuIntent, FabricIntent, SwitchIntent
from fabricgen.model.topology import PortUse, Role

SN5600 = real("nvidia-sn5600")


def test_down_ports_are_low_and_up_ports_follow() -> None:
    """64 x 2 ports of 400G: nodes on cages 1-16, uplinks from cage 17 (Ethernet128) on."""
    built = build(
        intent(ComputeGroup(nodes=32, node=node(), scalable_unit=32), backend=backend(SN5600))
    )
    ports = {port.spec.name: port for port in built.topology.ports["leaf-p1-su01-r1"]}
    assert ports["Ethernet0"].use is PortUse.HOST
    assert ports["Ethernet124"].use is PortUse.HOST
    assert ports["Ethernet128"].use is PortUse.UP
    assert ports["Ethernet252"].use is PortUse.UP
    assert ports["Ethernet256"].use is PortUse.SPARE
    assert len(ports) == 128
    assert ports["Ethernet4"].number == 1


def test_wiring_by_position() -> None:
    """8 leaves x 32 uplinks on 2 spines: 16 links each; leaf 2's are ports 16 to 31 of a spine."""
    built = build(
        intent(ComputeGroup(nodes=32, node=node(), scalable_unit=32), backend=backend(SN5600))
    )
    links = {link.lower: link.upper for link in built.links("leaf-spine")}
    end = {(low.device, low.port): up for low, up in links.items()}
    first = end[("leaf-p1-su01-r2", "Ethernet128")]
    assert (first.device, first.port) == ("spine-p1-01", "Ethernet64")
    last = end[("leaf-p1-su01-r2", "Ethernet252")]
    assert (last.device, last.port) == ("spine-p1-02", "Ethernet124")


def test_partial_unit_prepares_the_ports_of_the_missing_nodes() -> None:
    built = build(
        intent(ComputeGroup(nodes=31, node=node(), scalable_unit=32), backend=backend(SN5600))
    )
    uses = [port.use for port in built.topology.ports["leaf-p1-su01-r1"]]
    assert uses.count(PortUse.HOST) == 32
    assert uses[64] is PortUse.SPARE
    planned = [link for link in built.topology.planned if link.upper.device == "leaf-p1-su01-r1"]
    assert [(link.lower.device, link.number) for link in planned] == [("node-0032", 31)]


def test_nic_labels_name_the_plane_of_a_split_card() -> None:
    built = build(
        intent(
            ComputeGroup(nodes=2, node="nvidia-dgx-b300", scalable_unit=2), backend=backend(SN5600)
        )
    )
    labels = {link.lower.port: link.plane for link in built.links("host-leaf")}
    assert labels["nic1p1"] == 0
    assert labels["nic8p2"] == 1


def test_one_plane_uses_a_card_whole() -> None:
    fabric = backend(SN5600, planes=1)
    built = build(
        intent(
            ComputeGroup(nodes=2, node="nvidia-gb300-nvl72-tray", scalable_unit=2), backend=fabric
        )
    )
    link = built.links("host-leaf")[0]
    assert (link.lower.port, link.speed_mbps) == ("nic1", 800_000)
    assert any(
        "used as 1 of 800 Gb/s" in reason for reason in built.topology.sizes["backend"].reasons
    )


def test_lab_pair_is_joined_by_as_many_links_as_nic_ports() -> None:
    """4 nodes x 4 rails a leaf: 16 down and 16 between the leaves."""
    built = build(
        intent(ComputeGroup(nodes=4, node=node()), backend=backend(SN5600, topology="auto")),
        "single-tier",
    )
    assert [d.name for d in built.topology.devices] == ["leaf-p1-su01-r1-4", "leaf-p1-su01-r5-8"]
    assert len(built.links("leaf-leaf")) == 16
    assert built.topology.sizes["backend"].oversubscription == {"leaf": Fraction(1)}
    assert built.topology.sizes["backend"].ecmp_width["same_pod"] == 16


def test_one_leaf_a_rail_when_a_pair_is_too_small() -> None:
    built = build(
        intent(ComputeGroup(nodes=64, node=node()), backend=backend(SN5600, topology="single-tier"))
    )
    size = built.topology.sizes["backend"]
    assert (size.leaf_count, size.max_switch_hops) == (8, 1)
    assert any("PXN" in reason for reason in size.reasons)
    assert built.links("leaf-leaf") == []


def test_single_tier_says_how_many_nodes_it_carries() -> None:
    (problem,) = shape(
        intent(
            ComputeGroup(nodes=129, node=node()), backend=backend(SN5600, topology="single-tier")
        )
    ).problems
    assert problem.kind == "too-few-ports"
    assert "at most 128 nodes" in problem.hint


def test_auto_follows_sizing_and_none_builds_nothing() -> None:
    asked = intent(ComputeGroup(nodes=1, node=node()), backend=backend(SN5600, topology="auto"))
    built = shape(asked, "none")
    assert built.devices == ()
    assert built.sizes["backend"].topology == "none"
    assert built.sizes["backend"].reasons == ("the work needs it",)
    assert shape(asked, "three-tier").sizes["backend"].topology == "rail-optimized"


def test_front_end_ports_alternate_over_a_pair() -> None:
    built = build(
        intent(
            ComputeGroup(nodes=3, node=node()), frontend=FabricIntent(switch=real("nvidia-sn4700"))
        )
    )
    homes = {link.lower: link.upper.device for link in built.links("host-leaf")}
    ends = {(end.device, end.port): leaf for end, leaf in homes.items()}
    assert ends[("node-0002", "front1")] == "frontend-leaf-01"
    assert ends[("node-0002", "front2")] == "frontend-leaf-02"
    assert built.topology.sizes["frontend"].spine_count == 0
    # 3 ports of 200G a leaf over 400G links: 2 at least
    assert len(built.links("leaf-leaf")) == 2


def test_host_cages_are_split_and_uplink_cages_whole() -> None:
    """SN4700: 32 x 2x200G on 16 cages and 16 x 400G on the others, 1 to 1."""
    built = build(
        intent(
            ComputeGroup(nodes=100, node=node()),
            frontend=FabricIntent(switch=real("nvidia-sn4700")),
        )
    )
    ports = built.topology.ports["frontend-leaf-01"]
    assert [p.spec.speed_mbps for p in ports].count(200_000) == 32
    assert [p.spec.speed_mbps for p in ports].count(400_000) == 16
    size = built.topology.sizes["frontend"]
    assert (size.leaf_count, size.spine_count) == (8, 4)
    assert size.oversubscription == {"leaf": Fraction(1)}


def test_dpu_ports_replace_front_end_ports() -> None:
    group = ComputeGroup(nodes=2, node=node(), dpu=DpuIntent())
    built = build(intent(group, frontend=FabricIntent(switch=real("nvidia-sn4700"))))
    assert built.links("host-leaf") == []
    homes = {
        (link.lower.device, link.lower.port): link.upper.device for link in built.links("dpu-leaf")
    }
    assert homes[("node-0001-dpu1", "Ethernet0")] == "frontend-leaf-01"
    assert homes[("node-0001-dpu1", "Ethernet4")] == "frontend-leaf-02"
    card = next(d for d in built.topology.devices if d.role is Role.DPU)
    assert (card.node, card.hwsku) == ("node-0001", "Nvidia-9009d3b600CVAA-C1")
    assert all(port.breakout is None for port in built.topology.ports[card.name])


def test_out_of_band_serves_nodes_and_switches() -> None:
    built = build(whole_cluster())
    served = {(link.lower.device, link.lower.port) for link in built.links("oob")}
    switches = {
        d.name for d in built.topology.devices if d.role is not Role.DPU and d.fabric != "oob"
    }
    assert {device for device, port in served if port == "eth0"} == switches
    assert ("node-0008", "bmc1") in served
    assert built.topology.sizes["oob"].leaf_count == 1


def test_slow_spines_get_slower_uplinks() -> None:
    """64 leaves of an SN4700 exceed 32 x 400G of a spine; at 200G a spine has 64 ports."""
    built = build(
        intent(
            ComputeGroup(nodes=1024, node=node()),
            frontend=FabricIntent(switch=real("nvidia-sn4700")),
        )
    )
    assert {link.speed_mbps for link in built.links("leaf-spine")} == {200_000}
    assert built.topology.sizes["frontend"].spine_count == 32


@pytest.mark.parametrize(
    ("fabric", "kind"),
    [
        (backend(real("nvidia-sn5601")), "unknown-platform"),
        (backend(real("nvidia-sn5600", "16x50G")), "unknown-breakout"),
        (backend(real("nvidia-sn5600", "4x200G")), "impossible-speed"),
        (backend(real("nvidia-sn2201")), "impossible-speed"),
        (backend(real("nvidia-sn4700")), "too-few-ports"),
        (backend(SwitchIntent()), "no-switch"),
        (backend(real("nvidia-bf3")), "switch-role"),
        (backend(SN5600, topology="leaf-spine"), "family-not-built"),
        (backend(SN5600, topology="rail-only", tiers=1), "tiers"),
        (backend(SN5600, topology="dual-tor"), "planes"),
        (backend(SN5600, planes=3), "planes"),
        (backend(SN5600, spine=real("nvidia-sn5600", count=3)), "spine-count"),
        (backend(SN5600, leaf=real("nvidia-sn5600", count=3)), "leaf-count"),
        (backend(paper(64, 400)), "paper-switch"),
    ],
)
def test_refusals(fabric: FabricIntent, kind: str) -> None:
    group = ComputeGroup(nodes=32, node=node(), scalable_unit=32)
    built = shape(intent(group, backend=fabric))
    assert kind in [problem.kind for problem in built.problems]
    assert built.devices == ()


def test_graph_is_connected_in_each_plane_only() -> None:
    networkx = pytest.importorskip("networkx")
    group = ComputeGroup(nodes=4, node="nvidia-dgx-b300", scalable_unit=2)
    built = shape(intent(group, backend=backend(SN5600)))
    graph = topology.graph(built)
    assert graph.number_of_edges() == len(built.links)
    switches = [d.name for d in built.devices]
    planes = list(networkx.connected_components(graph.subgraph(switches)))
    assert sorted(len(plane) for plane in planes) == [17, 17]
    assert graph.nodes["spine-p1-01"]["device"].role is Role.SPINE
    assert graph.nodes["node-0001"]["device"] is None


def test_building_twice_gives_equal_records() -> None:
    asked = whole_cluster()
    assert topology.build(asked, hardware(), verdict()) == topology.build(
        asked, hardware(), verdict()
    )
