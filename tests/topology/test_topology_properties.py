"""Facts that hold for every intent."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import networkx
from built_fabrics import Built, backend, build, intent, node, real, shape
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fabricgen import topology
from fabricgen.model.intent import AddressingIntent, ComputeGroup, DpuIntent, FabricIntent, Intent
from fabricgen.model.topology import Role

PLATFORMS = ("nvidia-sn5600", "dell-z9864f", "nvidia-sn4700")
ROOMY = AddressingIntent(loopbacks="10.240.0.0/12", links="10.64.0.0/10", hosts="10.128.0.0/10")
FAMILIES = ("auto", "single-tier", "rail-optimized", "rail-only", "top-of-rack", "dual-tor")


@st.composite
def intents(draw: st.DrawFn) -> Intent:
    family = draw(st.sampled_from(FAMILIES))
    speeds = [(400, 2), (800, 2)] if family == "dual-tor" else [(400, 1), (400, 2), (800, 2)]
    gbps, ports = draw(st.sampled_from(speeds))
    nics = draw(st.sampled_from([1, 2, 4, 8]))
    machine = node(
        nics=nics,
        gbps=gbps,
        ports=ports,
        front=draw(st.integers(1, 4)),
        store=draw(st.integers(1, 3)),
    )
    fewer = replace(machine, nics=max(1, nics // 2))
    unit = draw(st.integers(1, 12))
    tiers = None if family in ("single-tier", "auto") else draw(st.sampled_from([None, 2, 3]))
    groups = tuple(
        ComputeGroup(
            name=f"g{number}",
            nodes=draw(st.integers(1, 30)),
            grow_to=draw(st.one_of(st.none(), st.integers(31, 60))),
            node=draw(st.sampled_from([machine, fewer])),
            scalable_unit=unit,
            spare=draw(st.integers(0, unit - 1)) if family != "single-tier" else 0,
            dpu=draw(st.sampled_from([None, DpuIntent(), DpuIntent(count=2, routing="static")])),
        )
        for number in range(draw(st.integers(1, 2)))
    )
    if machine.frontend_ports == 0:
        groups = tuple(replace(group, dpu=None) for group in groups)
    return intent(
        *groups,
        addressing=ROOMY,
        backend=backend(
            real(draw(st.sampled_from(PLATFORMS))),
            topology=family,
            tiers=tiers,
            pod=draw(st.sampled_from([None, 1, 2])) if tiers == 3 else None,
            spine_oversubscription=Fraction(draw(st.sampled_from([1, 2])) if tiers == 3 else 1),
            ratio=draw(st.sampled_from([Fraction(1), Fraction(2), Fraction(3, 2)])),
        ),
        storage=FabricIntent(switch=real("nvidia-sn4700")),
        frontend=FabricIntent(switch=real(draw(st.sampled_from(PLATFORMS)))),
        oob=FabricIntent(switch=real("nvidia-sn2201")),
    )


def built_or_skip(asked: Intent) -> Built:
    assume(shape(asked).problems == ())
    return build(asked)


@settings(max_examples=10)
@given(intents())
def test_structure(asked: Intent) -> None:
    built = built_or_skip(asked)
    ends = Counter(
        (end.device, end.port) for link in built.topology.links for end in (link.upper, link.lower)
    )
    assert max(ends.values()) == 1, "no port in two links"
    names = Counter(device.name for device in built.topology.devices)
    assert max(names.values()) == 1
    known = {
        (device, port.spec.name) for device, ports in built.topology.ports.items() for port in ports
    }
    for link in built.topology.links:
        assert (link.upper.device, link.upper.port) in known


def parallel_links(built: Built, kind: str) -> dict[str, Counter[str]]:
    """Return for each lower device how many links it has to each upper one."""
    found: dict[str, Counter[str]] = {}
    for link in built.topology.links:
        if link.kind == kind:
            found.setdefault(link.lower.device, Counter())[link.upper.device] += 1
    return found


@settings(max_examples=10)
@given(intents())
def test_every_leaf_reaches_all_its_spines_equally(asked: Intent) -> None:
    built = built_or_skip(asked)
    where = {device.name: device for device in built.topology.devices}
    leaf_ups = parallel_links(built, "leaf-spine")
    spine_ups = parallel_links(built, "spine-super-spine")
    for name, size in built.topology.sizes.items():
        reached: dict[object, set[frozenset[str]]] = {}
        for leaf, ups in leaf_ups.items():
            device = where[leaf]
            if device.fabric == name:
                assert len(set(ups.values())) == 1
                assert sum(ups.values()) == size.leaf_uplinks
                assert {where[up].plane for up in ups} == {device.plane}
                pod = device.unit // size.units_per_pod if size.units_per_pod else 0
                rail = device.rails if size.topology == "rail-only" else ()
                reached.setdefault((device.plane, pod, rail), set()).add(frozenset(ups))
        assert all(len(sets) == 1 for sets in reached.values())
        counts = {count for spine in spine_ups.values() for count in spine.values()}
        assert len(counts) <= 1 or name != "backend"
        for spine, ups in spine_ups.items():
            assert sum(ups.values()) == size.spine_uplinks or where[spine].fabric != name
    pods_of: dict[str, set[int]] = {}
    for spine, ups in spine_ups.items():
        for up in ups:
            pods_of.setdefault(up, set()).add(where[spine].unit)
    for pods in pods_of.values():
        assert len(pods) == built.topology.sizes["backend"].pods


@settings(max_examples=10)
@given(intents())
def test_speeds_agree_and_planes_share_nothing(asked: Intent) -> None:
    built = built_or_skip(asked)
    speeds = {
        (device, port.spec.name): port.spec.speed_mbps
        for device, ports in built.topology.ports.items()
        for port in ports
    }
    where = {device.name: (device.fabric, device.plane) for device in built.topology.devices}
    for link in built.topology.links:
        for end in (link.upper, link.lower):
            assert speeds.get((end.device, end.port), link.speed_mbps) == link.speed_mbps
        if link.kind != "oob":
            assert where[link.upper.device] == (link.fabric, link.plane)
            assert where.get(link.lower.device, (link.fabric, link.plane)) == (
                link.fabric,
                link.plane,
            )
    graph = topology.graph(built.topology)
    for name, size in built.topology.sizes.items():
        for plane in range(size.planes):
            inside = [n for n, place in where.items() if place == (name, plane) and "dpu" not in n]
            if size.tiers >= 2 and size.topology != "rail-only":
                assert networkx.is_connected(graph.subgraph(inside))


@settings(max_examples=10)
@given(intents())
def test_counts_agree_with_the_links(asked: Intent) -> None:
    built = built_or_skip(asked)
    for name, size in built.topology.sizes.items():
        links = Counter(link.kind.value for link in built.topology.links if link.fabric == name)
        assert size.host_link_count == links["host-leaf"] + links["dpu-leaf"] + links["oob"]
        assert size.leaf_spine_link_count == links["leaf-spine"]
        devices = Counter(d.role for d in built.topology.devices if d.fabric == name)
        assert size.leaf_count == devices[Role.LEAF]
        assert size.spine_count == devices[Role.SPINE]
        assert size.super_spine_count == devices[Role.SUPER_SPINE]
        assert size.spine_super_spine_link_count == links["spine-super-spine"]


@settings(max_examples=10)
@given(intents())
def test_numbers_are_unique(asked: Intent) -> None:
    built = built_or_skip(asked)
    plan = built.addresses
    addresses = [a.address for a in plan.interfaces.values()] + list(plan.loopbacks.values())
    addresses += [m.address.address for m in plan.management.values()]
    addresses += [v.gateway.address for v in plan.access_vlans.values()]
    assert len(set(addresses)) == len(addresses)
    owners: dict[int, set[tuple[str, int, Role]]] = {}
    for device in built.topology.devices:
        own = (f"{device.fabric} {device.unit}", device.plane, device.role)
        shared = device.role in (Role.SPINE, Role.SUPER_SPINE)
        who = own if shared else (device.name, 0, device.role)
        owners.setdefault(plan.asns[device.name], set()).add(who)
    assert all(len(who) == 1 for who in owners.values()), "the spines of a pod share, leaves do not"
    prefixes = [prefix for several in plan.host_prefixes.values() for prefix in several]
    assert len(set(prefixes)) == len(prefixes)


def rows(built: Built) -> dict[str, object]:
    """Return what stands on each leaf: names, ports, addresses, sessions."""
    found: dict[str, object] = {}
    for device in built.topology.devices:
        ends = {
            port: address
            for (owner, port), address in built.addresses.interfaces.items()
            if owner == device.name
        }
        found[device.name] = (
            built.addresses.asns[device.name],
            built.addresses.loopbacks[device.name],
            ends,
            built.addresses.management.get(device.name),
            built.routing.devices[device.name],
        )
    return found


@settings(max_examples=8)
@given(intents(), st.integers(1, 29))
def test_growth_changes_no_row_that_was_there(asked: Intent, fewer: int) -> None:
    """A cluster planned for more nodes grows: leaves keep every row, spines only gain some."""
    planned = tuple(replace(group, grow_to=60) for group in asked.compute)
    small = tuple(replace(group, nodes=min(group.nodes, fewer)) for group in planned)
    after = built_or_skip(replace(asked, compute=planned))
    before = build(replace(asked, compute=small))
    old, new = rows(before), rows(after)
    assert old.keys() <= new.keys()
    for device, (asn, loopback, ends, management, routing) in old.items():
        assert new[device][:2] == (asn, loopback)
        assert new[device][3] == management
        assert ends.items() <= new[device][2].items()
        assert set(routing.sessions) <= set(new[device][4].sessions)
        assert set(routing.static_routes) <= set(new[device][4].static_routes)
    for device in before.topology.devices:
        if device.role is Role.LEAF and device.fabric in ("storage", "frontend"):
            continue
        if device.role is Role.LEAF:
            ups = [s for s in new[device.name][4].sessions if "spine" in s.peer_device]
            assert ups == [s for s in old[device.name][4].sessions if "spine" in s.peer_device]
