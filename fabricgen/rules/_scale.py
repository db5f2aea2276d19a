"""What a design asks of the tables of a switch, beside what its platform is known to hold."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.design import Design
from fabricgen.model.routing import RoutingPlan
from fabricgen.model.topology import Device, Topology

NAMES = {
    "ecmp_members": "ECMP members of a route",
    "ipv4_routes": "IPv4 routes",
    "ipv6_routes": "IPv6 routes",
    "neighbors": "neighbours",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """The most that one switch of a platform needs of one table, and what the table holds.

    ``held`` is None where no source says. ``device`` is a switch that needs ``count``.
    """

    platform: str
    table: str
    count: int
    held: int | None
    device: str


def needs(design: Design) -> Iterator[Need]:
    """Yield the needs of each platform of a design, table by table; tables it does not use are left out."""
    topology, routing, addresses = design.topology, design.routing, design.addresses
    if topology is None or routing is None or addresses is None:
        return
    tables = {
        "ecmp_members": _members(topology, routing),
        "ipv4_routes": _routes(topology, routing, addresses, six=False),
        "ipv6_routes": _routes(topology, routing, addresses, six=True),
        "neighbors": _neighbors(addresses),
    }
    for platform, devices in _by_platform(topology).items():
        asic = design.catalogue.platforms[platform].asic
        for table, counts in tables.items():
            fullest = max(devices, key=lambda device: counts.get(device.name, 0))
            count = counts.get(fullest.name, 0)
            if count:
                yield Need(
                    platform=platform,
                    table=table,
                    count=count,
                    held=asic.scale.get(table),
                    device=fullest.name,
                )


def _by_platform(topology: Topology) -> Mapping[str, list[Device]]:
    found: dict[str, list[Device]] = {}
    for device in topology.devices:
        if device.platform is not None:
            found.setdefault(device.platform, []).append(device)
    return found


def _members(topology: Topology, routing: RoutingPlan) -> Mapping[str, int]:
    """Return the equal paths a route can have: all sessions upward, or the parallel ones to a peer."""
    tiers = {device.name: device.tier for device in topology.devices}
    widest: dict[str, int] = {}
    for name, device in routing.devices.items():
        upward, to_peer = 0, dict.fromkeys((s.peer_device for s in device.sessions), 0)
        for session in device.sessions:
            upward += tiers.get(session.peer_device, 0) > tiers.get(name, 0)
            to_peer[session.peer_device] += 1
        widest[name] = max(upward, *to_peer.values(), 0)
    return widest


def _routes(
    topology: Topology, routing: RoutingPlan, addresses: AddressPlan, *, six: bool
) -> Mapping[str, int]:
    """Return the routes of each device: what its routing domain announces, and two for each own subnet."""
    loopbacks = addresses.loopbacks6 if six else addresses.loopbacks
    prefixes = addresses.host_prefixes6 if six else addresses.host_prefixes
    interfaces = addresses.interfaces6 if six else addresses.interfaces
    own: dict[str, int] = dict.fromkeys(() if six else addresses.access_vlans, 2)
    for device, _ in interfaces:
        own[device] = own.get(device, 0) + 2
    domains = _domains(topology, routing)
    announced: dict[str, int] = {}
    for name, domain in domains.items():
        count = (name in loopbacks) + len(prefixes.get(name, ()))
        announced[domain] = announced.get(domain, 0) + count
    return {name: announced[domain] + own.get(name, 0) for name, domain in domains.items()}


def _domains(topology: Topology, routing: RoutingPlan) -> Mapping[str, str]:
    """Return for each device a device that stands for all that BGP joins it to."""
    root = {device.name: device.name for device in topology.devices if device.platform}

    def top(name: str) -> str:
        while root[name] != name:
            root[name] = root[root[name]]
            name = root[name]
        return name

    for name, device in routing.devices.items():
        for session in device.sessions:
            if name in root and session.peer_device in root:
                root[top(name)] = top(session.peer_device)
    return {name: top(name) for name in root}


def _neighbors(addresses: AddressPlan) -> Mapping[str, int]:
    """Return the neighbours of each device: one a subnet and family, one an untagged member port."""
    found: dict[str, int] = {}
    for device, _ in (
        *addresses.interfaces,
        *addresses.interfaces6,
        *sorted(addresses.unnumbered),
    ):
        found[device] = found.get(device, 0) + 1
    for device, vlan in addresses.access_vlans.items():
        found[device] = found.get(device, 0) + len(vlan.members)
    return found
