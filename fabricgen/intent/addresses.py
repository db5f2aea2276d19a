"""Address, ASN and node-number forms of the intent language."""

import re

import netaddr

from fabricgen.intent.refusal import Refusal, shown

_PREFIX = re.compile(r"([0-9.]{7,15})/([0-9]{1,2})")
_PREFIX6 = re.compile(r"([0-9A-Fa-f:.]{2,45})/([0-9]{1,3})")
_RANGE = re.compile(r"([0-9]{1,10})-([0-9]{1,10})")
_NODES = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_PRIVATE_ASNS = ((64512, 65534), (4_200_000_000, 4_294_967_294))


def prefix(text: str) -> str:
    """Return an IPv4 prefix in its canonical form.

    Raises:
        Refusal: ``bad-prefix`` or ``host-bits``.
    """
    match = _PREFIX.fullmatch(text)
    if match is None or not netaddr.valid_ipv4(match[1], netaddr.INET_PTON) or int(match[2]) > 32:
        six = " (IPv6 pools are loopbacks6, links6 and hosts6)" if ":" in text else ""
        raise Refusal(
            "bad-prefix",
            f"{shown(text)} is not an IPv4 prefix{six}",
            "write four numbers and a length, such as 10.64.0.0/10",
        )
    network = netaddr.IPNetwork(text)
    if network.ip != network.network:
        raise Refusal(
            "host-bits",
            f"{text} has bits set beyond its length {network.prefixlen}",
            f"write {network.cidr}",
        )
    return str(network)


def link_pool(text: str) -> str:
    """Return an IPv4 prefix in its canonical form, or the word ``unnumbered``.

    Raises:
        Refusal: ``bad-prefix`` or ``host-bits``.
    """
    return text if text == "unnumbered" else prefix(text)


def any_prefix(text: str) -> str:
    """Return an IPv4 or IPv6 prefix in its canonical form.

    Raises:
        Refusal: ``bad-prefix`` or ``host-bits``.
    """
    return prefix6(text) if ":" in text else prefix(text)


def prefix6(text: str) -> str:
    """Return an IPv6 prefix in its canonical form.

    Raises:
        Refusal: ``bad-prefix`` or ``host-bits``.
    """
    match = _PREFIX6.fullmatch(text)
    if match is None or not netaddr.valid_ipv6(match[1]) or int(match[2]) > 128:
        raise Refusal(
            "bad-prefix",
            f"{shown(text)} is not an IPv6 prefix",
            "write an address and a length, such as fd00:10::/48",
        )
    network = netaddr.IPNetwork(text)
    if network.ip != network.network:
        raise Refusal(
            "host-bits",
            f"{text} has bits set beyond its length {network.prefixlen}",
            f"write {network.cidr}",
        )
    return str(network)


def address(text: str) -> str:
    """Return an IPv4 or IPv6 address in its canonical form.

    Raises:
        Refusal: ``bad-address``, also for 0.0.0.0, loopback, link-local, multicast and broadcast addresses.
    """
    if not (
        netaddr.valid_ipv4(text, netaddr.INET_PTON)
        or (":" in text and "%" not in text and netaddr.valid_ipv6(text))
    ):
        raise Refusal(
            "bad-address",
            f"{shown(text)} is not an IP address",
            "write an address such as 10.0.0.1; names need a resolver that is not up yet",
        )
    value = netaddr.IPAddress(text)
    if value.is_loopback() or value.is_multicast() or int(value) == 0 or text == "255.255.255.255":
        raise Refusal(
            "bad-address", f"{text} cannot be the address of a server", "write the server's address"
        )
    if value.is_link_local():
        raise Refusal(
            "bad-address",
            f"{text} is a link-local address, which no other link reaches",
            "write the server's routed address",
        )
    return str(value)


def asn_range(text: str) -> str:
    """Return ``first-last`` of private ASNs.

    Raises:
        Refusal: ``bad-asn-range``.

    Source: RFC 6996.
    """
    match = _RANGE.fullmatch(text.replace(" ", ""))
    ranges = " or ".join(f"{first}-{last}" for first, last in _PRIVATE_ASNS)
    if match is None:
        raise Refusal(
            "bad-asn-range",
            f"{shown(text)} is not a range of AS numbers",
            f"write first-last within {ranges}",
        )
    first, last = int(match[1]), int(match[2])
    if first > last:
        raise Refusal("bad-asn-range", f"{first} is above {last}", f"write {last}-{first}")
    if not any(low <= first and last <= high for low, high in _PRIVATE_ASNS):
        raise Refusal(
            "bad-asn-range",
            f"{first}-{last} is not within the private AS numbers {ranges}",
            "write first-last within one of the two",
        )
    return f"{first}-{last}"


def node_range(text: str) -> str:
    """Return a range of node numbers, ``1-512`` or ``7``.

    Raises:
        Refusal: ``bad-node-range``.
    """
    match = _NODES.fullmatch(text.replace(" ", ""))
    if match is None:
        raise Refusal(
            "bad-node-range",
            f"{shown(text)} is not a range of node numbers",
            "write 1-512 or 7; nodes count from 1 over all groups in order",
        )
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if first < 1:
        raise Refusal("bad-node-range", "node numbers start at 1", "write 1 for the first node")
    if first > last:
        raise Refusal("bad-node-range", f"{first} is above {last}", f"write {last}-{first}")
    return f"{first}-{last}" if match[2] else str(first)
