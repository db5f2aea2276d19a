"""What a device does beyond plain ECMP, each only where the intent asks for it."""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.intent import Intent
from fabricgen.model.routing import BfdTimers, FineGrained, StaticRoute, Trimming
from fabricgen.model.topology import Device, Link, LinkKind, Role, Topology
from fabricgen.routing.prefixes import host_prefixes

MOST_NEXT_HOPS = 128  # sonic-fine-grained-ecmp.yang, max_next_hops
LAST_LOCATOR = 0xDFFF  # 0 ends a list of uSIDs, 0xe000 and above are local functions (RFC 9800)
_UPWARD = (LinkKind.LEAF_SPINE, LinkKind.SPINE_SUPER_SPINE)
_BETWEEN_SWITCHES = (*_UPWARD, LinkKind.LEAF_LEAF)
_BFD_INTERVAL_MS, _BFD_MULTIPLIER = 300, 3  # FRR's own


def isolated(intent: Intent, device: str) -> bool:
    """Return whether a device is taken out of traffic."""
    return any(fnmatchcase(device, pattern) for pattern in intent.routing.isolated)


def bfd_timers(intent: Intent) -> BfdTimers | None:
    """Return the timers of BFD where the intent gives any and the release has their table."""
    asked = intent.routing
    if "bfd" not in intent.sonic.extensions or not (asked.bfd_interval or asked.bfd_multiplier):
        return None
    return BfdTimers(
        interval_ms=asked.bfd_interval or _BFD_INTERVAL_MS,
        multiplier=asked.bfd_multiplier or _BFD_MULTIPLIER,
    )


def trimming(intent: Intent, device: Device) -> Trimming | None:
    """Return the packet trimming of a switch, None on cards and where the intent has none."""
    asked = dict(intent.fabrics.present())[device.fabric].trimming
    if asked is None or device.role is Role.DPU:
        return None
    return Trimming(classes=asked.classes, into=asked.into, size_bytes=asked.size)


def fine_grained(
    intent: Intent, topology: Topology, addresses: AddressPlan
) -> Mapping[str, FineGrained]:
    """Return the fine-grained groups of the switches with several links up.

    A switch has one for every prefix of a leaf that is not below it. Links that growth will cable
    count, so that growth changes no row. The buckets of n paths are n (n - 1): they divide evenly
    before and after the loss of a path.
    """
    wanted = {name for name, fabric in intent.fabrics.present() if fabric.consistent_hash}
    if not wanted:
        return {}
    links = [link for link in (*topology.links, *topology.planned) if link.kind in _UPWARD]
    up: dict[str, int] = {}
    for link in links:
        up[link.lower.device] = up.get(link.lower.device, 0) + 1
    below = _below(links)
    leaves = [d for d in topology.devices if d.role is Role.LEAF and d.fabric in wanted]
    found = {}
    for device in topology.devices:
        paths = up.get(device.name, 0)
        if device.fabric not in wanted or paths < 2:
            continue
        inside = below.get(device.name, frozenset()) | {device.name}
        own = host_prefixes(addresses, device.name)
        found[device.name] = FineGrained(
            buckets=paths * (paths - 1),
            paths=paths,
            prefixes=tuple(
                dict.fromkeys(
                    prefix
                    for leaf in leaves
                    if (leaf.fabric, leaf.plane) == (device.fabric, device.plane)
                    and leaf.name not in inside
                    for prefix in host_prefixes(addresses, leaf.name)
                    if prefix not in own
                )
            ),
        )
    return found


def _below(links: list[Link]) -> Mapping[str, frozenset[str]]:
    """Return the switches below each switch, one or two tiers down."""
    children: dict[str, set[str]] = {}
    for link in links:
        children.setdefault(link.upper.device, set()).add(link.lower.device)
    return {
        device: frozenset(near).union(*(children.get(one, ()) for one in near))
        for device, near in children.items()
    }


def node_numbers(intent: Intent, topology: Topology, addresses: AddressPlan) -> Mapping[str, int]:
    """Return the SRv6 node number of every switch of the fabrics that have a block.

    It is the position of the router id in the pool of loopbacks, counted from 1.
    """
    fabrics = {name for name, fabric in intent.fabrics.present() if fabric.srv6}
    first = int(IPv4Network(intent.addressing.loopbacks).network_address)
    found = {}
    for device in topology.devices if fabrics else ():
        identity = addresses.router_ids.get(device.name, addresses.loopbacks.get(device.name))
        if device.fabric in fabrics and device.role not in (Role.NODE, Role.DPU) and identity:
            found[device.name] = int(IPv4Address(identity)) - first + 1
    return found


def locators(intent: Intent, topology: Topology, addresses: AddressPlan) -> Mapping[str, str]:
    """Return the SRv6 locator of every switch that has one: the block, then its node number."""
    blocks = {name: fabric.srv6 for name, fabric in intent.fabrics.present() if fabric.srv6}
    fabric_of = {device.name: device.fabric for device in topology.devices}
    found = {}
    for name, node in node_numbers(intent, topology, addresses).items():
        start = int(IPv6Network(blocks[fabric_of[name]]).network_address)
        found[name] = f"{IPv6Address(start + (min(node, LAST_LOCATOR) << 80))}/48"
    return found


def locator_routes(
    locators: Mapping[str, str], topology: Topology, addresses: AddressPlan
) -> Iterator[tuple[str, StaticRoute]]:
    """Yield each switch's routes to the locators of its neighbours, over all links to them."""
    hops: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for link in topology.links:
        if link.kind not in _BETWEEN_SWITCHES or link.upper.device not in locators:
            continue
        for near, far in ((link.upper, link.lower), (link.lower, link.upper)):
            address = addresses.interfaces6.get((far.device, far.port))
            if address is not None:
                ways = hops.setdefault((near.device, far.device), [])
                ways.append((address.address, near.port))
    for (near_device, far_device), ways in hops.items():
        yield (
            near_device,
            StaticRoute(
                prefix=locators[far_device],
                next_hops=tuple(address for address, _ in ways),
                ports=tuple(port for _, port in ways),
            ),
        )
