"""Addresses worked by hand from docs/addressing.md."""

from functools import lru_cache

import pytest
from built_fabrics import backend, build, intent, node, real, shape, whole_cluster

from fabricgen import addressing
from fabricgen.addressing.pools import dotted, slice_of
from fabricgen.model.addressing import AddressPlan
from fabricgen.model.intent import AddressingIntent, ComputeGroup


def b300(nodes: int = 1024, **pools: str):
    group = ComputeGroup(nodes=nodes, node="nvidia-dgx-b300", scalable_unit=64)
    return intent(
        group, backend=backend(real("nvidia-sn5600")), addressing=AddressingIntent(**pools)
    )


@lru_cache(maxsize=1)
def b300_plan() -> AddressPlan:
    return build(b300()).addresses


def test_host_block_is_slice_rail_unit_node() -> None:
    """10.0.0.0/10 in sixteen /14: plane 2 is 10.4.0.0/14. Rail 8 of 8 adds 7 << 15 (3 bits of 18),
    unit 16 adds 15 << 8: 10.4.0.0 + 10.3.128.0 + 15.0 = 10.7.143.0/24. Node 64 is /31 number 63."""
    plan = b300_plan()
    assert plan.host_prefixes["leaf-p2-su16-r8"] == ("10.7.143.0/24",)
    assert str(plan.interfaces["leaf-p2-su16-r8", "Ethernet252"]) == "10.7.143.126/31"
    assert str(plan.interfaces["node-1024", "nic8p2"]) == "10.7.143.127/31"


def test_link_is_slice_leaf_uplink() -> None:
    """10.64.0.0/10: plane 2 is 10.68.0.0/14. Leaf 127 with 64 uplinks starts at /31 number 8128,
    address 16256 = 63 * 256 + 128."""
    plan = b300_plan()
    assert str(plan.interfaces["leaf-p2-su16-r8", "Ethernet256"]) == "10.68.63.129/31"
    assert str(plan.interfaces["spine-p2-01", "Ethernet508"]) == "10.68.63.128/31"


def test_loopbacks_and_asns() -> None:
    """10.255.0.0/16: plane 2 is 10.255.16.0/20, spines from its middle 10.255.24.0. ASN slices of
    62500; leaves from offset 1250 on, spines of a plane share offset 1."""
    plan = b300_plan()
    assert plan.loopbacks["leaf-p2-su16-r8"] == "10.255.16.127"
    assert plan.loopbacks["spine-p2-03"] == "10.255.24.2"
    assert plan.asns["leaf-p2-su16-r8"] == 4200062500 + 1250 + 127
    assert plan.asns["spine-p2-01"] == plan.asns["spine-p2-64"] == 4200062501


def test_leaf_of_four_rails_has_four_blocks() -> None:
    asked = intent(
        ComputeGroup(nodes=4, node=node()),
        backend=backend(real("nvidia-sn5600"), topology="single-tier"),
    )
    plan = build(asked).addresses
    assert plan.host_prefixes["leaf-p1-su01-r5-8"] == (
        "10.2.0.0/24",
        "10.2.128.0/24",
        "10.3.0.0/24",
        "10.3.128.0/24",
    )
    assert str(plan.interfaces["node-0004", "nic6"]) == "10.2.128.7/31"


def test_out_of_band_leaf_is_a_subnet_with_its_gateway_first() -> None:
    plan = build(whole_cluster()).addresses
    vlan = plan.access_vlans["oob-leaf-01"]
    assert (vlan.vlan_id, str(vlan.gateway)) == (2, "10.40.0.1/24")
    assert vlan.members[:2] == ("Ethernet0", "Ethernet1")
    assert str(plan.interfaces["node-0001", "bmc1"]) == "10.40.0.2/24"
    first = plan.management["spine-p1-01"]
    assert (str(first.address), first.gateway) == ("10.40.0.10/24", "10.40.0.1")


def test_cards_have_a_slice_of_their_own() -> None:
    plan = build(whole_cluster()).addresses
    assert plan.loopbacks["node-0001-dpu1"] == "10.44.0.0"
    assert plan.asns["node-0002-dpu1"] == 4200000000 + 11 * 62500 + 1
    assert str(plan.interfaces["node-0001-dpu1", "Ethernet4"]) == "10.36.1.1/31"


def test_every_leaf_prefix_covers_its_hosts() -> None:
    from netaddr import IPAddress, IPNetwork

    built = build(whole_cluster())
    for link in (*built.links("host-leaf"), *built.links("dpu-leaf"), *built.links("oob")):
        end = built.addresses.interfaces.get((link.lower.device, link.lower.port))
        if end is not None:
            blocks = built.addresses.host_prefixes[link.upper.device]
            assert any(IPAddress(end.address) in IPNetwork(block) for block in blocks)


@pytest.mark.parametrize(
    ("pools", "kind", "message", "hint"),
    [
        # 3 rail bits + 8 block bits + 4 unit bits = 15 host bits a slice, 19 in all: a /13
        (
            {"hosts": "10.0.0.0/14"},
            "pool-too-small",
            "needs 128 blocks of /24 (one for each rail of a scalable unit)",
            "/13",
        ),
        # 128 leaves x 64 links = 8192 /31 = 14 host bits a slice: a /14
        ({"links": "10.64.0.0/15"}, "pool-too-small", "has room for 4096", "/14"),
        # 128 leaves in half a slice = 8 host bits: a /20
        ({"loopbacks": "10.255.0.0/21"}, "pool-too-small", "needs 128 leaf loopbacks", "/20"),
        ({"links": "10.0.0.0/9"}, "pools-overlap", "links 10.0.0.0/9 and hosts 10.0.0.0/10", ""),
        ({"asn": "64512-65534"}, "asn-pool-too-small", "have room for 61", "at least"),
    ],
)
def test_small_pools_are_refused_before_anything_is_derived(pools, kind, message, hint) -> None:
    asked = b300(**pools)
    plan = addressing.plan(asked, shape(asked))
    found = [problem for problem in plan.problems if problem.kind == kind]
    assert found, plan.problems
    assert message in found[0].message
    assert hint in found[0].hint
    assert plan.interfaces == {}


@pytest.mark.parametrize(
    "pools", [{"hosts": "10.0.0.0/13"}, {"links": "10.64.0.0/14"}, {"loopbacks": "10.255.0.0/20"}]
)
def test_the_prefix_length_that_is_named_does(pools) -> None:
    asked = b300(**pools)
    built = build(asked)
    values = [address.address for address in built.addresses.interfaces.values()]
    values += built.addresses.loopbacks.values()
    assert len(set(values)) == len(values)


def test_range_of_numbers_that_is_named_does() -> None:
    asked = b300(asn="64512-65534")
    (problem,) = addressing.plan(asked, shape(asked)).problems
    least = int(problem.hint.split("at least ")[1].split(" ")[0])
    build(b300(asn=f"4200000000-{4200000000 + least - 1}"))


def test_slices() -> None:
    assert [slice_of("backend", plane) for plane in range(8)] == list(range(8))
    assert [slice_of(name, 0) for name in ("storage", "frontend", "oob")] == [8, 9, 10]
    assert dotted(0x0A40_0001) == "10.64.0.1"


def test_ipv6_of_three_tiers_has_no_address_twice() -> None:
    """Links to super-spines have the upper half of an IPv6 slice as of an IPv4 one."""
    group = ComputeGroup(nodes=16, node=node(nics=2), scalable_unit=2)
    asked = intent(
        group,
        backend=backend(real("dell-z9332f"), tiers=3, pod=2),
        addressing=AddressingIntent(family="dual"),
    )
    plan = build(asked).addresses
    for addresses in (plan.interfaces, plan.interfaces6):
        values = [address.address for address in addresses.values()]
        assert len(values) == len(set(values)) > 100
    for leaf, prefixes in plan.host_prefixes.items():
        assert len(prefixes) == len(plan.host_prefixes6[leaf])
