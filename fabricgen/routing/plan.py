"""Routing on SONiC's template path (bgpcfgd): eBGP everywhere, leaves advertise their hosts.

The template path does not advertise the addresses of routed ports, so a leaf announces the block of
its hosts as a blackhole static route. The fabric is valley-free because the spines of a plane share
one AS number and each leaf has its own. A DPU takes routes from its leaves and passes none on.

Source: SONiC buildimage dockers/docker-fpm-frr and src/sonic-bgpcfgd, commit 086b03bd70f9.
"""

from collections.abc import Iterator, Mapping

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent
from fabricgen.model.routing import BgpSession, DeviceRouting, RoutingPlan, StaticRoute
from fabricgen.model.topology import Device, End, Link, LinkKind, Role, Topology

KEEPALIVE_S = 3
HOLDTIME_S = 10
WIDEST_ECMP = 512  # bgpcfgd renders maximum-paths 514 (constants.yml of the image)
_SONIC_TYPES = {
    Role.LEAF: "LeafRouter",  # no graceful restart, no allowas-in, hash seed 10
    Role.SPINE: "SpineRouter",  # hash seed 25
    Role.SUPER_SPINE: "SpineRouter",
    Role.DPU: "SonicHost",  # no effect on routing
}
_BGP_KINDS = (LinkKind.LEAF_LEAF, LinkKind.LEAF_SPINE, LinkKind.SPINE_SUPER_SPINE)


def plan(intent: Intent, topology: Topology, addresses: AddressPlan) -> RoutingPlan:
    """Return the routing of every switch and DPU.

    Args:
        intent: Says how DPUs route.
        topology: Devices and links.
        addresses: The addresses of ``topology``.
    """
    static_cards = _static_cards(intent, topology)
    sessions: dict[str, list[BgpSession]] = {}
    routes: dict[str, list[StaticRoute]] = {}
    for device, route in _aggregates(topology, addresses):
        routes.setdefault(device, []).append(route)
    uplinks: dict[str, list[Link]] = {}
    for link in topology.links:
        if link.kind is LinkKind.DPU_LEAF and link.lower.device in static_cards:
            uplinks.setdefault(link.lower.device, []).append(link)
        elif link.kind in _BGP_KINDS or link.kind is LinkKind.DPU_LEAF:
            for near, far in ((link.upper, link.lower), (link.lower, link.upper)):
                sessions.setdefault(near.device, []).append(_session(near, far, addresses))
    for device, route in _card_routes(uplinks, addresses):
        routes.setdefault(device, []).append(route)
    return RoutingPlan(
        path="bgpcfgd",
        devices={
            device.name: _device(device, static_cards, sessions, routes)
            for device in topology.devices
            if device.role is not Role.NODE
        },
        problems=tuple(_problems(intent, topology)),
    )


def _device(
    device: Device,
    static_cards: frozenset[str],
    sessions: Mapping[str, list[BgpSession]],
    routes: Mapping[str, list[StaticRoute]],
) -> DeviceRouting:
    bgp = device.name not in static_cards
    return DeviceRouting(
        sonic_type=_SONIC_TYPES[device.role],
        bgp=bgp,
        sessions=tuple(sessions.get(device.name, ())),
        static_routes=tuple(routes.get(device.name, ())),
        never_transit=bgp and device.role is Role.DPU,
    )


def _static_cards(intent: Intent, topology: Topology) -> frozenset[str]:
    """Return the DPUs that route statically, by the group their node belongs to."""
    static = {
        group.name
        for group in intent.compute
        if group.dpu is not None and group.dpu.routing == "static"
    }
    return frozenset(
        device.name
        for device in topology.devices
        if device.role is Role.DPU and (device.node or "").rpartition("-")[0] in static
    )


def _session(near: End, far: End, addresses: AddressPlan) -> BgpSession:
    return BgpSession(
        port=near.port,
        local_address=addresses.interfaces[(near.device, near.port)].address,
        peer_address=addresses.interfaces[(far.device, far.port)].address,
        peer_device=far.device,
        peer_port=far.port,
        peer_asn=addresses.asns[far.device],
        keepalive_s=KEEPALIVE_S,
        holdtime_s=HOLDTIME_S,
    )


def _aggregates(topology: Topology, addresses: AddressPlan) -> Iterator[tuple[str, StaticRoute]]:
    """Yield the blocks leaves announce; a VLAN's subnet is announced by the switch itself."""
    for device in topology.devices:
        if device.name in addresses.access_vlans:
            continue
        for prefix in addresses.host_prefixes.get(device.name, ()):
            yield device.name, StaticRoute(prefix=prefix, blackhole=True, advertise=True)


def _card_routes(
    uplinks: Mapping[str, list[Link]], addresses: AddressPlan
) -> Iterator[tuple[str, StaticRoute]]:
    """Yield a card's default route over all its leaves, and the leaves' routes to the card."""
    for card, links in uplinks.items():
        leaves = [addresses.interfaces[(link.upper.device, link.upper.port)] for link in links]
        yield (
            card,
            StaticRoute(
                prefix="0.0.0.0/0",
                next_hops=tuple(address.address for address in leaves),
                ports=tuple(link.lower.port for link in links),
            ),
        )
        below: dict[str, list[Link]] = {}
        for link in links:
            below.setdefault(link.upper.device, []).append(link)
        for leaf, its_links in below.items():
            ends = [addresses.interfaces[(card, link.lower.port)] for link in its_links]
            yield (
                leaf,
                StaticRoute(
                    prefix=f"{addresses.loopbacks[card]}/32",
                    next_hops=tuple(address.address for address in ends),
                    ports=tuple(link.upper.port for link in its_links),
                    advertise=True,
                ),
            )


def _problems(intent: Intent, topology: Topology) -> Iterator[Problem]:
    if intent.sonic.routing != "bgpcfgd":
        yield Problem(
            kind="path-not-built",
            message=f"this version does not render the routing path {intent.sonic.routing}",
            hint="use bgpcfgd, SONiC's default path, which this version proves end to end",
            place=intent.place("sonic", "routing"),
        )
    for name, fabric in intent.fabrics.present():
        if fabric.load_balancing != "ecmp":
            yield Problem(
                kind="no-adaptive-routing",
                message=f"load_balancing {fabric.load_balancing} of {name} needs adaptive routing, "
                f"for which SONiC {intent.sonic.release} has no CONFIG_DB model (no release has)",
                hint="use ecmp; more queue pairs for each connection, or more planes, spread the "
                "load evenly without it",
                place=intent.place("fabrics", name, "load_balancing"),
            )
        size = topology.sizes.get(name)
        width = max(size.ecmp_width.values(), default=0) if size else 0
        if width > WIDEST_ECMP:
            yield Problem(
                kind="wide-ecmp",
                message=f"two leaves of {name} have {width} equal paths between them; SONiC's "
                f"template path uses at most {WIDEST_ECMP} of them",
                hint="use fewer and faster uplinks, or more planes",
                place=intent.place("fabrics", name),
            )
