"""The BGP instances of tenants' VRFs: sessions over sub-interfaces, and the blocks that a leaf announces in them.

A VRF of a leaf announces the blocks of its hosts as the default one does. Addresses of a block that are not the tenant's end there
in the blackhole.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from fabricgen.model.addressing import AddressPlan, SubInterface
from fabricgen.model.intent import Intent
from fabricgen.model.routing import BgpSession, StaticRoute, VrfRouting
from fabricgen.model.topology import End, Topology
from fabricgen.routing.policy import peer_groups
from fabricgen.routing.prefixes import host_prefixes
from fabricgen.routing.sessions import bgp_links, direction


def sub_interface(port: str, vlan_id: int) -> str:
    """Return the name of a sub-interface."""
    return f"{port}.{vlan_id}"


def vrf_instances(
    intent: Intent, topology: Topology, addresses: AddressPlan
) -> dict[str, tuple[VrfRouting, ...]]:
    """Return the instances of each device in the order of their VLANs."""
    sessions: dict[str, dict[str, list[BgpSession]]] = defaultdict(lambda: defaultdict(list))
    for device, vrf, session in _sessions(intent, topology, addresses):
        sessions[device][vrf].append(session)
    attached: dict[str, set[str]] = defaultdict(set)
    for (device, _), vrf in addresses.vrf_ports.items():
        attached[device].add(vrf)
    order = _order(addresses)
    found: dict[str, tuple[VrfRouting, ...]] = {}
    for device in dict.fromkeys((*sessions, *attached)):
        names = sorted({*sessions[device], *attached[device]}, key=lambda name: order.get(name, 0))
        found[device] = tuple(
            _instance(intent, addresses, device, name, sessions[device][name], attached[device])
            for name in names
        )
    return found


def _instance(
    intent: Intent,
    addresses: AddressPlan,
    device: str,
    name: str,
    sessions: list[BgpSession],
    attached: set[str],
) -> VrfRouting:
    blocks = host_prefixes(addresses, device) if name in attached else ()
    return VrfRouting(
        name=name,
        sessions=tuple(sessions),
        static_routes=tuple(
            StaticRoute(prefix=block, blackhole=True, advertise=True) for block in blocks
        ),
        groups=peer_groups(intent, sessions, ("ipv4",), card=False),
        networks=blocks,
    )


def _order(addresses: AddressPlan) -> Mapping[str, int]:
    return {sub.vrf: sub.vlan_id for subs in addresses.sub_interfaces.values() for sub in subs}


def _sessions(
    intent: Intent, topology: Topology, addresses: AddressPlan
) -> Iterator[tuple[str, str, BgpSession]]:
    for link in bgp_links(topology, ()):
        for near, far in ((link.upper, link.lower), (link.lower, link.upper)):
            mine = addresses.sub_interfaces.get((near.device, near.port), ())
            theirs = addresses.sub_interfaces.get((far.device, far.port), ())
            for one, other in zip(mine, theirs, strict=True):
                yield (
                    near.device,
                    one.vrf,
                    _session(intent, addresses, (near, one), (far, other), direction(link, near)),
                )


def _session(
    intent: Intent,
    addresses: AddressPlan,
    near: tuple[End, SubInterface],
    far: tuple[End, SubInterface],
    group: str,
) -> BgpSession:
    (here, one), (there, other) = near, far
    return BgpSession(
        port=sub_interface(here.port, one.vlan_id),
        local_address=one.address.address,
        peer_address=other.address.address,
        peer_device=there.device,
        peer_port=sub_interface(there.port, other.vlan_id),
        peer_asn=addresses.asns[there.device],
        keepalive_s=intent.routing.keepalive,
        holdtime_s=intent.routing.holdtime,
        group=group,
    )
