"""Which neighbours speak BGP, over which addresses, and in which direction they lie."""

from collections.abc import Collection, Iterator

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.intent import Intent
from fabricgen.model.routing import BgpSession
from fabricgen.model.topology import End, Link, LinkKind, Topology

UP, DOWN, PEER, HOSTS = "UP", "DOWN", "PEER", "HOSTS"
_BETWEEN_SWITCHES = (LinkKind.LEAF_LEAF, LinkKind.LEAF_SPINE, LinkKind.SPINE_SUPER_SPINE)
_OUT_OF_BAND = "oob"


def families(intent: Intent, fabric: str) -> tuple[str, ...]:
    """Return the address families of a fabric: ``ipv4``, ``ipv6`` or both, in this order."""
    family = "ipv4" if fabric == _OUT_OF_BAND else intent.addressing.family
    return {"ipv4": ("ipv4",), "ipv6": ("ipv6",), "dual": ("ipv4", "ipv6")}[family]


def bgp_links(topology: Topology, static: Collection[str]) -> Iterator[Link]:
    """Yield the links whose two ends speak BGP; ``static`` names the fabrics and cards that do not."""
    for link in topology.links:
        if link.fabric in static or link.lower.device in static:
            continue
        if link.kind in _BETWEEN_SWITCHES or link.kind is LinkKind.DPU_LEAF:
            yield link


def direction(link: Link, near: End) -> str:
    """Return where the far end lies as seen from ``near``."""
    if link.kind is LinkKind.LEAF_LEAF:
        return PEER
    if near == link.lower:
        return UP
    return HOSTS if link.kind is LinkKind.DPU_LEAF else DOWN


def sessions(
    intent: Intent, link: Link, addresses: AddressPlan
) -> Iterator[tuple[str, BgpSession]]:
    """Yield device and session of both ends of a link: one a family, one alone without addresses."""
    framework = intent.sonic.routing == "frrcfgd"
    for near, far in ((link.upper, link.lower), (link.lower, link.upper)):
        group = direction(link, near) if framework else ""
        if (near.device, near.port) in addresses.unnumbered:
            yield near.device, _session(intent, near, far, addresses, (None, group))
            continue
        for family in families(intent, link.fabric):
            name = f"{group}_V6" if group and family == "ipv6" else group
            yield near.device, _session(intent, near, far, addresses, (family, name))


def _session(
    intent: Intent, near: End, far: End, addresses: AddressPlan, sort: tuple[str | None, str]
) -> BgpSession:
    family, group = sort
    known = addresses.interfaces6 if family == "ipv6" else addresses.interfaces
    return BgpSession(
        port=near.port,
        local_address=known[near.device, near.port].address if family else "",
        peer_address=known[far.device, far.port].address if family else "",
        peer_device=far.device,
        peer_port=far.port,
        peer_asn=addresses.asns[far.device],
        keepalive_s=intent.routing.keepalive,
        holdtime_s=intent.routing.holdtime,
        group=group,
        unnumbered=family is None,
    )
