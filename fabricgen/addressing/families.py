"""IPv6 addresses, and links without addresses: what the address family of an intent adds and removes.

An IPv6 address mirrors the position of its IPv4 one: same slice, same offset in it. Only the block of
a leaf and rail is wider: it is a /64. The out-of-band fabric stays IPv4.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from typing import TypeVar

from fabricgen.addressing.blocks import BlockLayout, link_offset
from fabricgen.addressing.pools import DPU_SLICE, SLICES, UNNUMBERED, Pools, slice_of
from fabricgen.model.addressing import AddressPlan, InterfaceAddress
from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent
from fabricgen.model.topology import Device, Link, LinkKind, Role, Topology

_T = TypeVar("_T")
_BLOCK_BITS = 64
_POINT_TO_POINT = 127
_HOST_KINDS = (LinkKind.HOST_LEAF, LinkKind.DPU_LEAF)
_IPV4_ONLY = "oob"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool6:
    """An IPv6 pool: its name in the intent, first address and number of host bits."""

    name: str
    text: str
    first: int
    bits: int

    def at(self, number: int, offset: int) -> str:
        """Return the address ``offset`` after the start of slice ``number``."""
        return str(IPv6Address(self.first + (number << (self.bits - 4)) + offset))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pools6:
    """All IPv6 pools of an intent."""

    loopbacks: Pool6
    links: Pool6
    hosts: Pool6


def read_pools6(intent: Intent) -> Pools6:
    """Return the IPv6 pools; reading the intent made sure that they are IPv6 prefixes."""
    asked = intent.addressing
    return Pools6(
        loopbacks=_pool("loopbacks6", asked.loopbacks6),
        links=_pool("links6", asked.links6),
        hosts=_pool("hosts6", asked.hosts6),
    )


def _pool(name: str, text: str) -> Pool6:
    network = IPv6Network(text)
    return Pool6(
        name=name, text=text, first=int(network.network_address), bits=128 - network.prefixlen
    )


def check_pools6(
    intent: Intent, pools: Pools, layouts: Mapping[str, BlockLayout]
) -> Iterator[Problem]:
    """Yield the IPv6 pools that overlap, or are too small to mirror their IPv4 ones."""
    if intent.addressing.family == "ipv4":
        return
    six = read_pools6(intent)
    every = (six.loopbacks, six.links, six.hosts)
    for number, pool in enumerate(every):
        for other in every[:number]:
            if pool.first < other.first + (1 << other.bits) and other.first < pool.first + (
                1 << pool.bits
            ):
                yield Problem(
                    kind="pools-overlap",
                    message=f"the pools {other.name} {other.text} and {pool.name} {pool.text} "
                    "overlap",
                    hint="give each pool addresses of its own",
                    place=intent.place("addressing", pool.name),
                )
    blocks = max((layout.slice_bits - layout.block_bits for layout in layouts.values()), default=0)
    links = 32 if pools.links.text == UNNUMBERED else pools.links.slice_bits
    needed = (pools.loopbacks.slice_bits, links, _BLOCK_BITS + max(0, blocks))
    for pool, bits in zip(every, needed, strict=True):
        if pool.bits - 4 < bits:
            yield Problem(
                kind="pool-too-small",
                message=f"the pool {pool.name} {pool.text} cut in {SLICES} slices has {pool.bits - 4} "
                f"host bits a slice; the positions of the IPv4 pool need {bits}",
                hint=f"use a /{128 - bits - 4} or larger for {pool.name}",
                place=intent.place("addressing", pool.name),
            )


def with_families(
    intent: Intent,
    topology: Topology,
    pools: Pools,
    layouts: Mapping[str, BlockLayout],
    plan: AddressPlan,
) -> AddressPlan:
    """Return the plan with what the intent's address family and unnumbered links make of it.

    Args:
        intent: Says the family, the IPv6 pools and whether links have addresses.
        topology: Devices and links.
        pools: The IPv4 pools.
        layouts: Where the blocks of leaves lie, by fabric.
        plan: The IPv4 plan of every position.
    """
    family = intent.addressing.family
    plan = replace(plan, router_ids=plan.loopbacks)
    bare = (
        frozenset(_bare_ports(topology)) if intent.addressing.links == UNNUMBERED else frozenset()
    )
    if family != "ipv4":
        plan = _with_ipv6(read_pools6(intent), pools, topology, layouts, plan)
    if family == "ipv6":
        plan = _without_ipv4(topology, plan)
    return replace(
        plan,
        unnumbered=bare,
        interfaces={end: one for end, one in plan.interfaces.items() if end not in bare},
        interfaces6={end: one for end, one in plan.interfaces6.items() if end not in bare},
    )


def _bare_ports(topology: Topology) -> Iterator[tuple[str, str]]:
    """Yield both ends of every link between switches."""
    for link in topology.links:
        if link.kind not in _HOST_KINDS and link.kind is not LinkKind.OOB:
            yield link.upper.device, link.upper.port
            yield link.lower.device, link.lower.port


def _with_ipv6(
    pools: Pools6,
    pools4: Pools,
    topology: Topology,
    layouts: Mapping[str, BlockLayout],
    plan: AddressPlan,
) -> AddressPlan:
    devices = {device.name: device for device in topology.devices}
    served = [device for device in topology.devices if device.fabric != _IPV4_ONLY]
    return replace(
        plan,
        loopbacks6={
            device.name: _loopback(device, pools, plan, pools4.loopbacks.slice_bits)
            for device in served
        },
        interfaces6=dict(_interfaces(pools, topology, layouts, devices)),
        host_prefixes6={
            leaf.name: tuple(_host_prefixes(pools, layouts[leaf.fabric], leaf))
            for leaf in served
            if leaf.role is Role.LEAF
        },
    )


def _loopback(device: Device, pools: Pools6, plan: AddressPlan, loopback_bits: int) -> str:
    """Return a loopback: the offset in the slice is that of the IPv4 one, plus 1.

    The first address of a prefix is the anycast address of its routers (RFC 4291 section 2.6.1).
    """
    if device.role is Role.DPU:
        return pools.hosts.at(DPU_SLICE, device.index + 1)
    offset = int(IPv4Address(plan.loopbacks[device.name])) & ((1 << loopback_bits) - 1)
    return pools.loopbacks.at(slice_of(device.fabric, device.plane), offset + 1)


def _interfaces(
    pools: Pools6,
    topology: Topology,
    layouts: Mapping[str, BlockLayout],
    devices: Mapping[str, Device],
) -> Iterator[tuple[tuple[str, str], InterfaceAddress]]:
    """Yield both ends of every /127: the even address above, the odd one below."""
    for link in topology.links:
        if link.fabric == _IPV4_ONLY or link.kind is LinkKind.OOB:
            continue
        pool, offset = _place(pools, link, layouts, devices)
        for end, address in ((link.upper, offset), (link.lower, offset + 1)):
            yield (
                (end.device, end.port),
                InterfaceAddress(
                    address=pool.at(slice_of(link.fabric, link.plane), address),
                    length=_POINT_TO_POINT,
                ),
            )


def _place(
    pools: Pools6, link: Link, layouts: Mapping[str, BlockLayout], devices: Mapping[str, Device]
) -> tuple[Pool6, int]:
    if link.kind not in _HOST_KINDS:
        return pools.links, link_offset(link, pools.links.bits - 4)
    start = _block(layouts[link.fabric], devices[link.upper.device], link.rail)
    return pools.hosts, start + 2 * link.number


def _block(layout: BlockLayout, leaf: Device, rail: int | None) -> int:
    return layout.offset(rail or 0, layout.position(leaf)) >> layout.block_bits << _BLOCK_BITS


def _host_prefixes(pools: Pools6, layout: BlockLayout, leaf: Device) -> Iterator[str]:
    number = slice_of(leaf.fabric, leaf.plane)
    for rail in leaf.rails or (None,):
        yield f"{pools.hosts.at(number, _block(layout, leaf, rail))}/{128 - _BLOCK_BITS}"


def _without_ipv4(topology: Topology, plan: AddressPlan) -> AddressPlan:
    """Return the plan with IPv4 left on the out-of-band fabric only."""
    keep = {device.name for device in topology.devices if device.fabric == _IPV4_ONLY}
    ends = {
        (end.device, end.port)
        for link in topology.links
        if link.fabric == _IPV4_ONLY or link.kind is LinkKind.OOB
        for end in (link.upper, link.lower)
    }
    return replace(
        plan,
        loopbacks=_only(plan.loopbacks, keep),
        host_prefixes=_only(plan.host_prefixes, keep),
        interfaces={end: one for end, one in plan.interfaces.items() if end in ends},
    )


def _only(rows: Mapping[str, _T], keep: set[str]) -> dict[str, _T]:
    return {name: row for name, row in rows.items() if name in keep}
