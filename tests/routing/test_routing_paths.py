"""The management framework, IPv6, links without addresses, static fabrics, and the hash of tiers."""

from dataclasses import replace
from fractions import Fraction
from ipaddress import ip_address, ip_network

import pytest
from built_fabrics import Built, backend, build, intent, node, real, whole_cluster

from fabricgen.model.intent import (
    AddressingIntent,
    ComputeGroup,
    HashIntent,
    Intent,
    RoutingIntent,
    SonicIntent,
)
from fabricgen.model.topology import Role
from fabricgen.routing.hashing import repeats


def framework(
    *, dpu: str = "bgp", routing: RoutingIntent | None = None, **addressing: str
) -> Built:
    asked = whole_cluster(dpu=dpu)
    return build(
        replace(
            asked,
            sonic=SonicIntent(routing="frrcfgd"),
            addressing=AddressingIntent(**addressing),
            routing=routing or RoutingIntent(),
        )
    )


def three_tiers(chosen: HashIntent) -> Built:
    asked = intent(
        ComputeGroup(nodes=36, node=node(nics=2, gpus=2), scalable_unit=4),
        backend=backend(real("nvidia-sn4700"), tiers=3, ratio=Fraction(2)),
    )
    return build(replace(asked, routing=RoutingIntent(hash=chosen)), "three-tier")


def test_groups_say_the_direction() -> None:
    built = framework()
    names = {
        d.role.value: tuple(group.name for group in built.routing.devices[d.name].groups)
        for d in built.topology.devices
        if d.fabric == "backend" or d.role is Role.DPU
    }
    assert names == {"leaf": ("UP",), "spine": ("DOWN",), "dpu": ("UP",)}


def test_what_comes_from_above_goes_down_only() -> None:
    leaf = framework().routing.devices["leaf-p1-su01-r1"]
    assert leaf.policy is not None
    rows = {(row.name, row.sequence): row for row in leaf.policy.route_maps}
    assert rows["IMPORT_ABOVE", 10].set_communities == ("65000:1", "additive")
    assert not rows["EXPORT_ABOVE", 10].permit
    assert rows["EXPORT_ABOVE", 10].match_community == "FROM_ABOVE"
    assert leaf.policy.communities == {"FROM_ABOVE": ("65000:1",)}
    spine = framework().routing.devices["spine-p1-01"].policy
    assert spine is not None
    refused = next(row for row in spine.route_maps if row.name == "IMPORT_BELOW")
    assert (refused.permit, refused.match_community) == (False, "FROM_ABOVE")


def test_a_card_exports_what_it_originates() -> None:
    card = framework().routing.devices["node-0001-dpu1"]
    assert card.policy is not None
    (row,) = (row for row in card.policy.route_maps if row.name == "EXPORT_OWN")
    assert (row.permit, row.match_as_path, card.policy.as_paths) == (True, "OWN", {"OWN": ("^$",)})


def test_every_group_binds_a_map_each_way() -> None:
    for device in framework(family="dual").routing.devices.values():
        assert device.policy is not None
        known = {row.name for row in device.policy.route_maps}
        for group in device.groups:
            assert {*group.import_maps.values(), group.export_map} <= known
            assert tuple(group.import_maps) == group.families


@pytest.mark.parametrize("chosen", [None, True, False])
def test_sessions_are_watched_by_bfd_unless_told_otherwise(chosen: bool | None) -> None:
    built = framework(routing=RoutingIntent(bfd=chosen))
    found = {group.bfd for d in built.routing.devices.values() for group in d.groups}
    assert found == {chosen is not False}


def test_networks_are_backed_by_routes() -> None:
    devices = framework(family="dual").routing.devices
    assert devices["leaf-p1-su01-r1"].networks == (
        "10.255.0.0/32",
        "fd00:10:255::1/128",
        "10.0.0.0/24",
        "fd00:10::/64",
    )
    assert devices["spine-p1-01"].networks == ("10.255.8.0/32", "fd00:10:255::801/128")
    assert devices["oob-leaf-01"].networks[-1] == "10.40.0.0/24"


def test_ipv6_mirrors_positions() -> None:
    built = framework(family="dual")
    plan = built.addresses
    for (device, port), four in plan.interfaces.items():
        six = plan.interfaces6.get((device, port))
        if six is None:
            continue
        assert (four.length, six.length) == (31, 127)
        assert int(ip_address(four.address)) & 1 == int(ip_address(six.address)) & 1
    for leaf, blocks in plan.host_prefixes6.items():
        (block,) = (ip_network(text) for text in blocks)
        ends = [link for link in built.topology.links if link.upper.device == leaf]
        hosts = [link for link in ends if link.kind in ("host-leaf", "dpu-leaf")]
        inside = {
            ip_address(plan.interfaces6[link.lower.device, link.lower.port].address) in block
            for link in hosts
        }
        assert inside <= {True}
        assert block.prefixlen == 64


def test_no_ipv6_address_is_given_twice() -> None:
    plan = framework(family="dual").addresses
    given = [*plan.loopbacks6.values(), *(one.address for one in plan.interfaces6.values())]
    assert len(set(given)) == len(given)


def test_ipv6_alone_leaves_ipv4_to_the_oob_fabric() -> None:
    built = framework(family="ipv6")
    oob = {d.name for d in built.topology.devices if d.fabric == "oob"}
    assert set(built.addresses.loopbacks) == oob
    for device in built.topology.devices:
        routing = built.routing.devices.get(device.name)
        if routing is not None and device.name not in oob:
            assert routing.families == ("ipv6",)
            assert routing.router_id == built.addresses.router_ids[device.name]
            assert all(":" in session.peer_address for session in routing.sessions)


def test_unnumbered_links_have_one_session_and_no_address() -> None:
    built = framework(links="unnumbered", family="dual")
    leaf = built.routing.devices["leaf-p1-su01-r1"]
    uplinks = {
        link.lower.port
        for link in built.links("leaf-spine")
        if link.lower.device == "leaf-p1-su01-r1"
    }
    assert {session.port for session in leaf.sessions} == uplinks
    assert len(leaf.sessions) == len(uplinks)
    assert {(s.unnumbered, s.local_address, s.peer_address) for s in leaf.sessions} == {
        (True, "", "")
    }
    assert not {("leaf-p1-su01-r1", port) for port in uplinks} & set(built.addresses.interfaces)
    (group,) = leaf.groups
    assert (group.extended_next_hop, group.families) == (True, ("ipv4", "ipv6"))


@pytest.mark.parametrize("family", ["ipv4", "dual"])
def test_static_cards_have_a_default_for_each_family(family: str) -> None:
    card = framework(dpu="static", family=family).routing.devices["node-0002-dpu1"]
    prefixes = [route.prefix for route in card.static_routes]
    assert prefixes == ["0.0.0.0/0", "::/0"][: 1 + (family == "dual")]
    assert {len(route.next_hops) for route in card.static_routes} == {2}


def static_backend(**keys: object) -> Intent:
    return intent(
        ComputeGroup(nodes=8, node=node(nics=2, gpus=2), scalable_unit=4),
        backend=backend(real("nvidia-sn4700"), spine=real("nvidia-sn4700", count=2), **keys),
    )


def test_a_static_fabric_reaches_every_leaf_over_all_spines() -> None:
    built = build(static_backend(routing="static"))
    leaves = [d.name for d in built.topology.devices if d.role is Role.LEAF]
    for name in leaves:
        device = built.routing.devices[name]
        assert (device.bgp, device.sessions) == (False, ())
        routes = {route.prefix: route for route in device.static_routes}
        others = [leaf for leaf in leaves if leaf != name]
        wanted = {f"{built.addresses.loopbacks[leaf]}/32" for leaf in others}
        wanted |= {prefix for leaf in others for prefix in built.addresses.host_prefixes[leaf]}
        assert set(routes) == wanted
        assert {len(route.next_hops) for route in routes.values()} == {4}
    spine = built.routing.devices["spine-p1-01"]
    assert {len(route.next_hops) for route in spine.static_routes} == {2}


def test_super_spines_hash_unlike_spines() -> None:
    built = three_tiers(HashIntent())
    found = {
        d.role.value: getattr(built.routing.devices[d.name].hash, "algorithm", None)
        for d in built.topology.devices
        if d.role is not Role.NODE
    }
    assert found == {"leaf": None, "spine": "CRC", "super-spine": "CRC_CCITT"}
    assert list(repeats(built.intent, built.topology)) == []


def test_equal_hashes_leave_links_unused() -> None:
    built = three_tiers(HashIntent(spine="CRC", super_spine="CRC"))
    (up,) = repeats(built.intent, built.topology)
    # 16 links up from a spine, then 16 from a super-spine to a pod: the same remainder, so one link.
    assert (up.first.value, up.second.value, up.used, up.links) == ("spine", "super-spine", 1, 16)
    # Its 16 links come from one spine in parallel, so all remainders occur.
    assert up.spread == 16


@pytest.mark.parametrize(("spine", "super_spine", "count"), [("CRC", "XOR", 0), ("XOR", "XOR", 1)])
def test_algorithms_of_one_tier_do_not_matter(spine: str, super_spine: str, count: int) -> None:
    built = three_tiers(HashIntent(spine=spine, super_spine=super_spine))
    assert len(list(repeats(built.intent, built.topology))) == count


@pytest.mark.parametrize(
    ("asked", "mode"),
    [("adaptive", "per_flowlet_quality"), ("adaptive-packet", "per_packet_quality")],
)
def test_adaptive_routing_is_on_links_up_and_only_on_request(asked: str, mode: str) -> None:
    plain = static_backend(load_balancing=asked)
    assert all(device.adaptive is None for device in build(plain).routing.devices.values())
    built = build(replace(plain, sonic=SonicIntent(extensions=("ars",))))
    leaf = built.routing.devices["leaf-p1-su01-r1"].adaptive
    assert leaf is not None
    assert (leaf.assign_mode, len(leaf.ports)) == (mode, 4)
    assert built.routing.devices["spine-p1-01"].adaptive is None


@pytest.mark.parametrize("links", ["10.64.0.0/10", "unnumbered"])
def test_growth_changes_no_address_and_no_session(links: str) -> None:
    def grown(nodes: int) -> Built:
        asked = replace(
            whole_cluster(nodes, 16),
            sonic=SonicIntent(routing="frrcfgd"),
            addressing=AddressingIntent(family="dual", links=links),
        )
        return build(asked)

    small, large = grown(8), grown(16)
    for name in ("loopbacks6", "host_prefixes6", "router_ids", "interfaces6"):
        before, after = getattr(small.addresses, name), getattr(large.addresses, name)
        assert before
        assert before.items() <= after.items()
    for name, device in small.routing.devices.items():
        later = large.routing.devices[name]
        assert set(device.sessions) <= set(later.sessions)
        assert set(device.networks) <= set(later.networks)
        assert {group.name: group for group in device.groups}.items() <= {
            group.name: group for group in later.groups
        }.items()
