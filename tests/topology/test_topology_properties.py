"""Facts that hold for every intent."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import networkx
from built_fabrics import Built, backend, build, intent, node, real, shape
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fabricgen import topology
from fabricgen.model.intent import ComputeGroup, DpuIntent, FabricIntent, Intent
from fabricgen.model.topology import Role

PLATFORMS = ("nvidia-sn5600", "dell-z9864f", "nvidia-sn4700")


@st.composite
def intents(draw: st.DrawFn) -> Intent:
    gbps, ports = draw(st.sampled_from([(400, 1), (400, 2), (800, 2), (200, 1)]))
    machine = node(
        nics=draw(st.sampled_from([1, 2, 4, 8])),
        gbps=gbps,
        ports=ports,
        front=draw(st.integers(1, 4)),
        store=draw(st.integers(1, 3)),
    )
    unit = draw(st.integers(1, 12))
    groups = tuple(
        ComputeGroup(
            name=f"g{number}",
            nodes=draw(st.integers(1, 30)),
            grow_to=draw(st.one_of(st.none(), st.integers(31, 60))),
            node=machine,
            scalable_unit=unit,
            dpu=draw(st.sampled_from([None, DpuIntent(), DpuIntent(count=2, routing="static")])),
        )
        for number in range(draw(st.integers(1, 2)))
    )
    if machine.frontend_ports == 0:
        groups = tuple(replace(group, dpu=None) for group in groups)
    return intent(
        *groups,
        backend=backend(
            real(draw(st.sampled_from(PLATFORMS))),
            topology=draw(st.sampled_from(["rail-optimized", "single-tier"])),
            ratio=draw(st.sampled_from([Fraction(1), Fraction(2), Fraction(3, 2)])),
        ),
        storage=FabricIntent(switch=real("nvidia-sn4700")),
        frontend=FabricIntent(switch=real(draw(st.sampled_from(PLATFORMS)))),
        oob=FabricIntent(switch=real("nvidia-sn2201")),
    )


def built_or_skip(asked: Intent) -> Built:
    assume(shape(asked).problems == ())
    return build(asked)


@settings(max_examples=20)
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
    parallel = Counter(
        (link.lower.device, link.upper.device)
        for link in built.topology.links
        if link.kind == "leaf-spine"
    )
    for fabric in built.topology.sizes:
        for plane in range(built.topology.sizes[fabric].planes):
            members = [d for d in built.topology.devices if (d.fabric, d.plane) == (fabric, plane)]
            leaves = [d.name for d in members if d.role is Role.LEAF]
            spines = [d.name for d in members if d.role is Role.SPINE]
            counts = {parallel[leaf, spine] for leaf in leaves for spine in spines}
            assert len(counts) <= 1, "every leaf has equally many links to every spine"
            assert 0 not in counts


@settings(max_examples=20)
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
            if size.tiers == 2:
                assert networkx.is_connected(graph.subgraph(inside))


@settings(max_examples=20)
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


@settings(max_examples=20)
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
        own = (device.fabric, device.plane, device.role)
        who = own if device.role is Role.SPINE else (device.name, 0, device.role)
        owners.setdefault(plan.asns[device.name], set()).add(who)
    assert all(len(who) == 1 for who in owners.values()), "spines of a plane share, others do not"
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


@settings(max_examples=15)
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
