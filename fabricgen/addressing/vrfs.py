"""VRFs of tenants on the back-end: which host ports are in them, and the links that carry them.

A VRF of a leaf reaches the same VRF elsewhere over sub-interfaces of the links between switches, one for each VRF (VRF-lite): no
tunnel, so that RoCE keeps its DSCP marks, its pause and its MTU on the same queues.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fabricgen.addressing.pools import UNNUMBERED, Pools, dotted
from fabricgen.model.addressing import InterfaceAddress, SubInterface
from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent, TenantIntent
from fabricgen.model.topology import Link, LinkKind, Topology

FIRST_VLAN = 10
_FIRST_SLICE = 12  # of the links pool: four slices, half of one for each of eight planes
_FABRIC = "backend"
_BETWEEN = (LinkKind.LEAF_LEAF, LinkKind.LEAF_SPINE, LinkKind.SPINE_SUPER_SPINE)
_LONGEST_NAME = 15  # of a Linux interface: a VRF and a sub-interface are one
_POINT_TO_POINT = 31

End = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class VrfPlan:
    """VRFs by host port, and sub-interfaces by port; empty with problems."""

    ports: Mapping[End, str] = field(default_factory=dict)
    sub_interfaces: Mapping[End, tuple[SubInterface, ...]] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def vrf_name(tenant: str) -> str:
    """Return the VRF of a tenant."""
    return f"Vrf-{tenant}"


def plan_vrfs(intent: Intent, topology: Topology, pools: Pools) -> VrfPlan:
    """Return the VRFs of tenants with ``isolation: vrf``; each has a number, its place among the tenants.

    Problem kinds: ``vrf-not-possible``, ``pool-too-small``.
    """
    numbered = {
        number: tenant for number, tenant in enumerate(intent.tenants) if tenant.isolation == "vrf"
    }
    if not numbered:
        return VrfPlan()
    links = [link for link in topology.links if link.fabric == _FABRIC]
    problems = (
        *_refused(intent, numbered),
        *_names(intent, numbered, links),
        *_room(intent, topology, pools, max(numbered) + 1),
    )
    if problems:
        return VrfPlan(problems=problems)
    owner = dict(_owners(intent, numbered))
    ports = {
        (link.upper.device, link.upper.port): owner[link.lower.device]
        for link in links
        if link.kind is LinkKind.HOST_LEAF and link.lower.device in owner
    }
    width = _width(topology)
    subs: dict[End, list[SubInterface]] = defaultdict(list)
    for link, number in _carried(links, ports):
        even = _plane_start(pools, link.plane) + (number << width) + _offset(link, width)
        for end, address in ((link.upper, even), (link.lower, even + 1)):
            subs[end.device, end.port].append(
                SubInterface(
                    vrf=vrf_name(numbered[number].name),
                    vlan_id=FIRST_VLAN + number,
                    address=InterfaceAddress(address=dotted(address), length=_POINT_TO_POINT),
                )
            )
    return VrfPlan(
        ports={end: vrf_name(numbered[number].name) for end, number in ports.items()},
        sub_interfaces={end: tuple(rows) for end, rows in subs.items()},
    )


def _owners(intent: Intent, numbered: Mapping[int, TenantIntent]) -> Iterator[tuple[str, int]]:
    names = [group.node_name(index) for group in intent.compute for index in range(group.nodes)]
    for number, tenant in numbered.items():
        for node in tenant.node_numbers():
            if node <= len(names):
                yield names[node - 1], number


def _carried(links: list[Link], ports: Mapping[End, int]) -> Iterator[tuple[Link, int]]:
    """Yield the links between switches with each VRF that has hosts below them, lower tiers first."""
    below: dict[str, set[int]] = defaultdict(set)
    for (leaf, _), number in ports.items():
        below[leaf].add(number)
    for kind in _BETWEEN:
        tier = [link for link in links if link.kind is kind]
        found = [(link, set(below[link.lower.device])) for link in tier]
        if kind is LinkKind.LEAF_LEAF:
            found = [(link, here | below[link.upper.device]) for link, here in found]
        for link, here in found:
            below[link.upper.device] |= here
            yield from ((link, number) for number in sorted(here))


def _width(topology: Topology) -> int:
    """Return the bits that number the addresses of all links of a plane, those of growth too."""
    size = topology.sizes[_FABRIC]
    most = max(1, size.leaves_planned * size.leaf_uplinks, size.spines_planned * size.spine_uplinks)
    return 1 + (most - 1).bit_length() + (1 if size.super_spine_count else 0)


def _offset(link: Link, width: int) -> int:
    upper = link.kind is LinkKind.SPINE_SUPER_SPINE
    return 2 * link.number + (1 << (width - 1) if upper else 0)


def _plane_start(pools: Pools, plane: int) -> int:
    half = 1 << (pools.links.slice_bits - 1)
    return pools.links.slice_start(_FIRST_SLICE) + plane * half


def _refused(intent: Intent, numbered: Mapping[int, TenantIntent]) -> Iterator[Problem]:
    backend = intent.fabrics.backend
    reasons = (
        (
            intent.sonic.routing == "bgpcfgd",
            "bgpcfgd renders no BGP inside a VRF",
            "use sonic.routing: frrcfgd",
        ),
        (
            intent.addressing.links == UNNUMBERED,
            "a session over a sub-interface needs addresses, and links are unnumbered",
            "give links an IPv4 prefix",
        ),
        (
            intent.addressing.family != "ipv4",
            f"VRFs of tenants carry IPv4, and the family is {intent.addressing.family}",
            "use family: ipv4",
        ),
        (
            backend is not None and backend.routing == "static",
            "the back-end routes statically",
            "use routing: bgp",
        ),
        (
            intent.routing.isolated != (),
            "a device out of traffic (routing.isolated) would still carry the VRF",
            "leave routing.isolated empty",
        ),
    )
    for number, tenant in numbered.items():
        for applies, why, what in reasons:
            if applies:
                yield Problem(
                    kind="vrf-not-possible",
                    message=f"tenant {tenant.name} asks for VRF isolation: {why}",
                    hint=f"{what}, or isolation: acl, which keeps the tenant's host ports to its own prefixes",
                    place=intent.place("tenants", number, "isolation"),
                )


def _names(
    intent: Intent, numbered: Mapping[int, TenantIntent], links: list[Link]
) -> Iterator[Problem]:
    """Yield VRFs and sub-interfaces whose names are longer than an interface's."""
    longest = max(
        (end.port for link in links if link.kind in _BETWEEN for end in (link.upper, link.lower)),
        key=len,
        default="",
    )
    for number, tenant in numbered.items():
        sub = f"{longest}.{FIRST_VLAN + number}"
        for name in (vrf_name(tenant.name), sub):
            if len(name) > _LONGEST_NAME:
                yield Problem(
                    kind="vrf-not-possible",
                    message=f"tenant {tenant.name} asks for VRF isolation: {name} has {len(name)} letters, "
                    f"an interface at most {_LONGEST_NAME}",
                    hint="give the tenant a shorter name"
                    if name != sub
                    else "let tenants with VRFs come first, or use isolation: acl",
                    place=intent.place("tenants", number, "name"),
                )


def _room(intent: Intent, topology: Topology, pools: Pools, count: int) -> Iterator[Problem]:
    """Yield that the links pool has no room for the links of so many VRFs."""
    if _FABRIC not in topology.sizes or intent.addressing.links == UNNUMBERED:
        return
    width = _width(topology)
    needed = width + (count - 1).bit_length()
    if needed > pools.links.slice_bits - 1:
        length = 32 - (needed + 5)
        yield Problem(
            kind="pool-too-small",
            message=f"the links of {count} VRFs need {count << width} addresses in half a slice of the pool links; "
            f"{pools.links.text} has {max(0, 1 << max(0, pools.links.slice_bits - 1))}",
            hint=f"use a /{length} or larger for links"
            if length > 0
            else "fewer tenants with isolation: vrf; the others can have isolation: acl",
            place=intent.place("addressing", "links"),
        )
