"""What devices announce: loopbacks, the blocks of their hosts, and the cards they route to."""

from collections.abc import Iterator, Mapping
from ipaddress import ip_network

from fabricgen.model.addressing import AddressPlan, InterfaceAddress
from fabricgen.model.routing import StaticRoute
from fabricgen.model.topology import Link, Topology

_DEFAULTS = {"ipv4": "0.0.0.0/0", "ipv6": "::/0"}


def of_family(
    addresses: AddressPlan, family: str
) -> tuple[Mapping[str, str], Mapping[tuple[str, str], InterfaceAddress]]:
    """Return the loopbacks and the interfaces of an address family."""
    if family == "ipv6":
        return addresses.loopbacks6, addresses.interfaces6
    return addresses.loopbacks, addresses.interfaces


def host_prefixes(addresses: AddressPlan, device: str) -> tuple[str, ...]:
    """Return the blocks of the hosts below a leaf, IPv4 first."""
    return (
        *addresses.host_prefixes.get(device, ()),
        *addresses.host_prefixes6.get(device, ()),
    )


def loopback_prefixes(addresses: AddressPlan, device: str) -> tuple[str, ...]:
    """Return the loopbacks of a device with their lengths, IPv4 first."""
    return tuple(
        f"{loopbacks[device]}/{length}"
        for loopbacks, length in ((addresses.loopbacks, 32), (addresses.loopbacks6, 128))
        if device in loopbacks
    )


def vtep_prefixes(addresses: AddressPlan, device: str) -> tuple[str, ...]:
    """Return the tunnel endpoint of a device as a prefix; nothing where its loopback serves."""
    return (f"{addresses.vteps[device]}/32",) if device in addresses.vteps else ()


def networks(addresses: AddressPlan, device: str, routes: tuple[StaticRoute, ...]) -> list[str]:
    """Return the prefixes a device announces by network statements, each backed by a route."""
    found = [*loopback_prefixes(addresses, device), *vtep_prefixes(addresses, device)]
    vlan = addresses.access_vlans.get(device)
    if vlan is not None:
        found.append(str(ip_network(str(vlan.gateway), strict=False)))
    return [*found, *(route.prefix for route in routes if route.advertise)]


def aggregates(topology: Topology, addresses: AddressPlan) -> Iterator[tuple[str, StaticRoute]]:
    """Yield the blocks leaves announce; a VLAN's subnet is announced by the switch itself."""
    for device in topology.devices:
        if device.name in addresses.access_vlans:
            continue
        for prefix in host_prefixes(addresses, device.name):
            yield device.name, StaticRoute(prefix=prefix, blackhole=True, advertise=True)


def card_routes(
    card: str, links: list[Link], addresses: AddressPlan, families: tuple[str, ...]
) -> Iterator[tuple[str, StaticRoute]]:
    """Yield a static card's default route over all its leaves, and the leaves' routes to the card."""
    for family in families:
        loopbacks, interfaces = of_family(addresses, family)
        leaves = [interfaces[link.upper.device, link.upper.port] for link in links]
        yield (
            card,
            StaticRoute(
                prefix=_DEFAULTS[family],
                next_hops=tuple(address.address for address in leaves),
                ports=tuple(link.lower.port for link in links),
            ),
        )
        below: dict[str, list[Link]] = {}
        for link in links:
            below.setdefault(link.upper.device, []).append(link)
        length = 128 if family == "ipv6" else 32
        for leaf, its_links in below.items():
            ends = [interfaces[card, link.lower.port] for link in its_links]
            yield (
                leaf,
                StaticRoute(
                    prefix=f"{loopbacks[card]}/{length}",
                    next_hops=tuple(address.address for address in ends),
                    ports=tuple(link.upper.port for link in its_links),
                    advertise=True,
                ),
            )
