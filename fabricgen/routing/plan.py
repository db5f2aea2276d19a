"""Routing on both of SONiC's paths: eBGP by position, leaves announce their hosts.

Neither path announces the addresses of routed ports, so a leaf announces the block of its hosts,
backed by a blackhole route. On the template path (bgpcfgd) the fabric is valley-free because the
spines of a plane share one AS number and each leaf has its own; on the management framework
(frrcfgd) route maps say it as well. A DPU takes routes from its leaves and passes none on.

Source: SONiC buildimage dockers/docker-fpm-frr, src/sonic-bgpcfgd, src/sonic-frr-mgmt-framework,
commit 086b03bd70f9.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.intent import Intent
from fabricgen.model.routing import BgpSession, DeviceRouting, RoutingPlan, StaticRoute
from fabricgen.model.topology import Device, Link, LinkKind, Role, Topology
from fabricgen.routing.checks import WIDEST_ECMP, problems
from fabricgen.routing.extras import (
    bfd_timers,
    fine_grained,
    isolated,
    locator_routes,
    locators,
    trimming,
)
from fabricgen.routing.features import feature_problems
from fabricgen.routing.hashing import adaptive, repeats, switch_hash
from fabricgen.routing.policy import bfd, peer_groups, policy
from fabricgen.routing.prefixes import aggregates, card_routes, loopback_prefixes, networks
from fabricgen.routing.sessions import bgp_links, families, sessions
from fabricgen.routing.static_fabric import static_routes
from fabricgen.routing.vrfs import vrf_instances

_SONIC_TYPES = {
    Role.LEAF: "LeafRouter",  # no graceful restart, no allowas-in, hash seed 10
    Role.SPINE: "SpineRouter",  # hash seed 25
    Role.SUPER_SPINE: "SpineRouter",
    Role.DPU: "SonicHost",  # no effect on routing
}


@dataclass(slots=True, kw_only=True)
class _Rows:
    """Sessions and routes by device, while they are gathered."""

    sessions: dict[str, list[BgpSession]] = field(default_factory=dict)
    routes: dict[str, list[StaticRoute]] = field(default_factory=dict)

    def session(self, device: str, session: BgpSession) -> None:
        self.sessions.setdefault(device, []).append(session)

    def route(self, device: str, route: StaticRoute) -> None:
        self.routes.setdefault(device, []).append(route)


def plan(
    intent: Intent, topology: Topology, addresses: AddressPlan, catalogue: Catalogue | None = None
) -> RoutingPlan:
    """Return the routing of every switch and DPU.

    Args:
        intent: Says path, timers and what routes statically.
        topology: Devices and links.
        addresses: The addresses of ``topology``; with problems of their own nothing is routed.
        catalogue: Says what the ASICs can; without it nothing is said of them.
    """
    if addresses.problems:
        return RoutingPlan(path=intent.sonic.routing, devices={})
    kept = fine_grained(intent, topology, addresses)
    repeated = tuple(repeats(intent, topology))
    found = (
        *problems(intent, topology, repeated),
        *feature_problems(intent, topology, addresses, catalogue, kept),
    )
    if any(problem.kind == "static-needs-addresses" for problem in found):
        return RoutingPlan(path=intent.sonic.routing, devices={}, problems=found)
    static = _static(intent, topology)
    located = locators(intent, topology, addresses)
    rows = _gather(intent, topology, addresses, static, located)
    spread = adaptive(intent, topology)
    vrfs = vrf_instances(intent, topology, addresses)
    return RoutingPlan(
        path=intent.sonic.routing,
        devices={
            device.name: replace(
                _device(intent, topology, addresses, device, static, rows),
                adaptive=spread.get(device.name),
                fine_grained=kept.get(device.name),
                locator=located.get(device.name),
                vrfs=vrfs.get(device.name, ()),
            )
            for device in topology.devices
            if device.role is not Role.NODE
        },
        repeats=repeated,
        problems=found,
    )


def _gather(
    intent: Intent,
    topology: Topology,
    addresses: AddressPlan,
    static: frozenset[str],
    located: Mapping[str, str],
) -> _Rows:
    rows = _Rows()
    fabric_of = {device.name: device.fabric for device in topology.devices}
    for device, route in aggregates(topology, addresses):
        if fabric_of[device] not in static:
            rows.route(device, route)
    for link in bgp_links(topology, static):
        for device, session in sessions(intent, link, addresses):
            rows.session(device, session)
    for card, links in _card_links(topology, static).items():
        served = families(intent, fabric_of[card])
        for device, route in card_routes(card, links, addresses, served):
            rows.route(device, route)
    for name, fabric in intent.fabrics.present():
        if fabric.routing == "static":
            for device, route in static_routes(name, topology, addresses):
                rows.route(device, route)
    for device, route in locator_routes(located, topology, addresses):
        rows.route(device, route)
    return rows


def _device(
    intent: Intent,
    topology: Topology,
    addresses: AddressPlan,
    device: Device,
    static: frozenset[str],
    rows: _Rows,
) -> DeviceRouting:
    bgp = device.name not in static and device.fabric not in static
    card = device.role is Role.DPU
    own = tuple(rows.sessions.get(device.name, ()))
    routes = tuple(rows.routes.get(device.name, ()))
    served = families(intent, device.fabric)
    framework = bgp and intent.sonic.routing == "frrcfgd"
    apart = isolated(intent, device.name)
    groups = peer_groups(intent, own, served, card=card, isolated=apart) if framework else ()
    loopbacks = loopback_prefixes(addresses, device.name) if apart else ()
    return DeviceRouting(
        sonic_type=_SONIC_TYPES[device.role],
        bgp=bgp,
        sessions=own,
        static_routes=routes,
        never_transit=bgp and card,
        router_id=_router_id(addresses, device.name, framework=framework),
        families=served,
        groups=groups,
        policy=policy(groups, loopbacks) if framework else None,
        networks=tuple(networks(addresses, device.name, routes)) if framework else (),
        max_paths=WIDEST_ECMP["frrcfgd"] if framework else None,
        hash=switch_hash(intent, topology, device.fabric, device.role),
        weighted=intent.routing.weighted and not card,
        isolated=apart,
        bfd=bfd_timers(intent) if framework and bfd(intent) else None,
        trimming=trimming(intent, device),
    )


def _router_id(addresses: AddressPlan, device: str, *, framework: bool) -> str | None:
    """Return the router id where it must be written: bgpcfgd finds an IPv4 loopback by itself."""
    if framework or device not in addresses.loopbacks:
        return addresses.router_ids.get(device, addresses.loopbacks.get(device))
    return None


def _static(intent: Intent, topology: Topology) -> frozenset[str]:
    """Return the fabrics and the DPUs that route statically; a DPU by the group of its node."""
    fabrics = {name for name, fabric in intent.fabrics.present() if fabric.routing == "static"}
    groups = {
        group.name
        for group in intent.compute
        if group.dpu is not None and group.dpu.routing == "static"
    }
    names = intent.group_of_node() if groups else {}
    cards = {
        device.name
        for device in topology.devices
        if device.role is Role.DPU
        and (names.get(device.node or "") in groups or device.fabric in fabrics)
    }
    return frozenset(fabrics | cards)


def _card_links(topology: Topology, static: frozenset[str]) -> Mapping[str, list[Link]]:
    """Return the links of the cards that route statically."""
    found: dict[str, list[Link]] = {}
    for link in topology.links:
        if link.kind is LinkKind.DPU_LEAF and link.lower.device in static:
            found.setdefault(link.lower.device, []).append(link)
    return found
