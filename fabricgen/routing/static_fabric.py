"""Static routes of a fabric without BGP: every leaf's prefixes over every shortest up-down path."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.routing import StaticRoute
from fabricgen.model.topology import End, Link, LinkKind, Role, Topology
from fabricgen.routing.prefixes import (
    host_prefixes,
    loopback_prefixes,
    of_family,
    vtep_prefixes,
)

_BETWEEN_SWITCHES = (LinkKind.LEAF_LEAF, LinkKind.LEAF_SPINE, LinkKind.SPINE_SUPER_SPINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Graph:
    """The switch links of a fabric: for each device its links up, down and to its pair."""

    up: Mapping[str, list[Link]]
    down: Mapping[str, list[Link]]
    peer: Mapping[str, list[Link]]


def static_routes(
    fabric: str, topology: Topology, addresses: AddressPlan
) -> Iterator[tuple[str, StaticRoute]]:
    """Yield device and route for every leaf's loopback and host blocks, and the cards below it.

    A prefix behind several leaves gets the paths to all of them.
    """
    graph = _graph(link for link in topology.links if link.fabric == fabric)
    switches = [d for d in topology.devices if d.fabric == fabric and d.role is not Role.NODE]
    top_down = sorted(
        (d for d in switches if d.role is not Role.DPU), key=lambda device: -device.tier
    )
    for leaves, prefixes in _destinations(fabric, topology, addresses).items():
        cone = _cone(leaves, graph)
        reaching = set(cone)
        for device in top_down:
            if device.name in leaves:
                continue
            hops = _hops(device.name, leaves, cone, reaching, graph)
            if hops:
                reaching.add(device.name)
            for prefix in prefixes if hops else ():
                yield device.name, _route(prefix, hops, addresses)


def _graph(links: Iterable[Link]) -> _Graph:
    up: dict[str, list[Link]] = {}
    down: dict[str, list[Link]] = {}
    peer: dict[str, list[Link]] = {}
    for link in links:
        if link.kind is LinkKind.LEAF_LEAF:
            for end in (link.upper, link.lower):
                peer.setdefault(end.device, []).append(link)
        elif link.kind in _BETWEEN_SWITCHES:
            up.setdefault(link.lower.device, []).append(link)
            down.setdefault(link.upper.device, []).append(link)
    return _Graph(up=up, down=down, peer=peer)


def _destinations(
    fabric: str, topology: Topology, addresses: AddressPlan
) -> dict[frozenset[str], list[str]]:
    """Return the prefixes to reach by the set of leaves they are behind."""
    homes: dict[str, list[str]] = {}
    for device in topology.devices:
        if device.fabric == fabric and device.role is Role.LEAF:
            for prefix in (
                *loopback_prefixes(addresses, device.name),
                *vtep_prefixes(addresses, device.name),
                *host_prefixes(addresses, device.name),
            ):
                homes.setdefault(prefix, []).append(device.name)
    for link in topology.links:
        if link.fabric == fabric and link.kind is LinkKind.DPU_LEAF:
            card = link.lower.device
            for prefix in (*loopback_prefixes(addresses, card), *vtep_prefixes(addresses, card)):
                homes.setdefault(prefix, []).append(link.upper.device)
    found: dict[frozenset[str], list[str]] = {}
    for prefix, leaves in homes.items():
        found.setdefault(frozenset(leaves), []).append(prefix)
    return found


def _cone(leaves: frozenset[str], graph: _Graph) -> set[str]:
    """Return the leaves and everything above them."""
    cone, waiting = set(leaves), sorted(leaves)
    while waiting:
        for link in graph.up.get(waiting.pop(), ()):
            if link.upper.device not in cone:
                cone.add(link.upper.device)
                waiting.append(link.upper.device)
    return cone


def _hops(
    device: str, leaves: frozenset[str], cone: set[str], reaching: set[str], graph: _Graph
) -> list[tuple[End, End]]:
    """Return near and far end of every next hop: down inside the cone, else up, else to the pair."""
    if device in cone:
        return [
            (link.upper, link.lower)
            for link in graph.down.get(device, ())
            if link.lower.device in cone
        ]
    up = [
        (link.lower, link.upper)
        for link in graph.up.get(device, ())
        if link.upper.device in reaching
    ]
    pairs = (
        (near, far)
        for link in graph.peer.get(device, ())
        for near, far in ((link.upper, link.lower), (link.lower, link.upper))
    )
    return up or [
        (near, far) for near, far in pairs if near.device == device and far.device in leaves
    ]


def _route(prefix: str, hops: list[tuple[End, End]], addresses: AddressPlan) -> StaticRoute:
    _, interfaces = of_family(addresses, "ipv6" if ":" in prefix else "ipv4")
    return StaticRoute(
        prefix=prefix,
        next_hops=tuple(interfaces[far.device, far.port].address for _, far in hops),
        ports=tuple(near.port for near, _ in hops),
    )
