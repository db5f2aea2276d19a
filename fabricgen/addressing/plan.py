"""Derive all addresses and AS numbers of a topology from positions.

Nothing is counted: adding units, planes or fabrics leaves every address as it was.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from fabricgen.addressing.access import access_plan
from fabricgen.addressing.blocks import BlockLayout, layout_of, link_offset
from fabricgen.addressing.capacity import check_needs, needs
from fabricgen.addressing.families import check_pools6, with_families
from fabricgen.addressing.pools import (
    DPU_SLICE,
    Pools,
    check_pools,
    check_ranges,
    dotted,
    read_pools,
    slice_of,
)
from fabricgen.addressing.vrfs import plan_vrfs
from fabricgen.model.addressing import AddressPlan, InterfaceAddress
from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent
from fabricgen.model.topology import Device, End, Link, LinkKind, Role, Topology

_HOST_KINDS = (LinkKind.HOST_LEAF, LinkKind.DPU_LEAF)
_POINT_TO_POINT = 31


def plan(intent: Intent, topology: Topology) -> AddressPlan:
    """Return the addresses of a topology, or the problems that stop it.

    Every pool is checked before anything is derived: with a problem the plan is empty.
    """
    pools = read_pools(intent.addressing)
    problems = (*check_ranges(intent), *check_pools(intent, pools), *_check_vteps(intent))
    if problems:
        return _empty(problems)
    found = needs(topology, pools)
    problems = tuple(check_needs(intent, pools, found))
    if problems:
        return _empty(problems)
    layouts = {
        name: layout_of(topology, size, pools.hosts.slice_bits)
        for name, size in topology.sizes.items()
    }
    problems = tuple(check_pools6(intent, pools, layouts))
    if problems:
        return _empty(problems)
    vrfs = plan_vrfs(intent, topology, pools)
    if vrfs.problems:
        return _empty(vrfs.problems)
    devices = {device.name: device for device in topology.devices}
    interfaces = dict(_interfaces(topology, pools, layouts, devices))
    management, vlans, ends = access_plan(topology, pools, layouts)
    whole = AddressPlan(
        asns={device.name: _asn(device, pools) for device in topology.devices},
        loopbacks={device.name: _loopback(device, pools) for device in topology.devices},
        interfaces=interfaces | ends,
        host_prefixes=dict(_host_prefixes(topology, pools, layouts)),
        management=management,
        access_vlans=vlans,
        pools=tuple(need.use for need in found),
        vteps=dict(_vteps(topology, pools)),
        vrf_ports=vrfs.ports,
        sub_interfaces=vrfs.sub_interfaces,
    )
    return with_families(intent, topology, pools, layouts, whole)


def _empty(problems: tuple[Problem, ...]) -> AddressPlan:
    nothing: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    return AddressPlan(
        asns={},
        loopbacks={},
        interfaces={},
        host_prefixes=nothing,
        management={},
        access_vlans={},
        problems=problems,
    )


def _asn(device: Device, pools: Pools) -> int:
    """Return a device's AS number: one for the spines of a pod, one for each leaf and DPU."""
    asns = pools.asns
    if device.role is Role.DPU:
        return asns.slice_start(DPU_SLICE) + device.index
    start = asns.slice_start(slice_of(device.fabric, device.plane))
    if device.role is Role.SUPER_SPINE:
        return start
    if device.role is Role.SPINE:
        return start + 1 + device.unit
    return start + asns.leaf_offset + device.index


def _loopback(device: Device, pools: Pools) -> str:
    """Return a device's loopback: leaves in the lower half of a slice, then spines."""
    if device.role is Role.DPU:
        return dotted(pools.hosts.slice_start(DPU_SLICE) + device.index)
    start = pools.loopbacks.slice_start(slice_of(device.fabric, device.plane))
    whole = 1 << pools.loopbacks.slice_bits
    first = {Role.LEAF: 0, Role.SPINE: whole // 2, Role.SUPER_SPINE: whole // 4 * 3}
    return dotted(start + first[device.role] + device.index)


def _check_vteps(intent: Intent) -> Iterator[Problem]:
    """Yield why a pool of tunnel endpoints cannot be used."""
    asked = intent.addressing
    if asked.vteps is None:
        return
    reason = ""
    if intent.sonic.routing == "bgpcfgd":
        reason = "the template path announces Loopback0 alone, so no device would reach a Loopback1"
    elif asked.family == "ipv6":
        reason = "the fabrics carry IPv6 only, and these tunnel endpoints are IPv4"
    if reason:
        yield Problem(
            kind="vteps-not-reached",
            message=f"the pool vteps {asked.vteps} cannot be used: {reason}",
            hint="leave vteps out: Loopback0 is then the tunnel endpoint",
            place=intent.place("addressing", "vteps"),
        )


def _vteps(topology: Topology, pools: Pools) -> Iterator[tuple[str, str]]:
    """Yield the tunnel endpoint of each leaf and DPU: its index in the slice."""
    if pools.vteps is None:
        return
    for device in topology.devices:
        if device.role is Role.DPU:
            yield device.name, dotted(pools.vteps.slice_start(DPU_SLICE) + device.index)
        elif device.role is Role.LEAF and device.fabric != "oob":
            start = pools.vteps.slice_start(slice_of(device.fabric, device.plane))
            yield device.name, dotted(start + device.index)


def _interfaces(
    topology: Topology,
    pools: Pools,
    layouts: Mapping[str, BlockLayout],
    devices: Mapping[str, Device],
) -> Iterator[tuple[tuple[str, str], InterfaceAddress]]:
    """Yield both ends of every /31: the even address above, the odd one below."""
    for link in topology.links:
        if link.kind is LinkKind.OOB:
            continue
        number = slice_of(link.fabric, link.plane)
        if link.kind in _HOST_KINDS:
            start = pools.hosts.slice_start(number)
            start += _block(layouts[link.fabric], devices[link.upper.device], link.rail)
            start += 2 * link.number
        else:
            start = pools.links.slice_start(number)
            start += link_offset(link, pools.links.slice_bits)
        for end, address in _ends(link, start):
            yield (
                (end.device, end.port),
                InterfaceAddress(address=dotted(address), length=_POINT_TO_POINT),
            )


def _ends(link: Link, even: int) -> tuple[tuple[End, int], ...]:
    return (link.upper, even), (link.lower, even + 1)


def _block(layout: BlockLayout, leaf: Device, rail: int | None) -> int:
    return layout.offset(rail or 0, layout.position(leaf))


def _host_prefixes(
    topology: Topology, pools: Pools, layouts: Mapping[str, BlockLayout]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the blocks each leaf advertises: one for each rail it serves."""
    for leaf in topology.devices:
        if leaf.role is not Role.LEAF:
            continue
        layout = layouts[leaf.fabric]
        start = pools.hosts.slice_start(slice_of(leaf.fabric, leaf.plane))
        yield (
            leaf.name,
            tuple(
                f"{dotted(start + _block(layout, leaf, rail))}/{layout.prefix_length}"
                for rail in leaf.rails or (None,)
            ),
        )
