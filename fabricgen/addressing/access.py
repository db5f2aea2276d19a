"""Addresses of the out-of-band fabric: one VLAN and subnet a leaf."""

from collections.abc import Mapping

from fabricgen.addressing.blocks import BlockLayout
from fabricgen.addressing.pools import Pools, dotted, slice_of
from fabricgen.model.addressing import AccessVlan, InterfaceAddress, ManagementAddress
from fabricgen.model.topology import LinkKind, Topology

ACCESS_VLAN = 2  # 1 is the untagged default of many devices and stays out of use
_GATEWAY = 1
_FIRST_MEMBER = 2


def access_plan(
    topology: Topology, pools: Pools, layouts: Mapping[str, BlockLayout]
) -> tuple[
    dict[str, ManagementAddress],
    dict[str, AccessVlan],
    dict[tuple[str, str], InterfaceAddress],
]:
    """Return the eth0 addresses of switches, the VLANs of leaves, and the node ends.

    The gateway of a leaf's subnet is its first address; the port at position ``i`` of the leaf has
    address ``i + 2``.
    """
    switches = {device.name: device for device in topology.devices}
    management: dict[str, ManagementAddress] = {}
    ends: dict[tuple[str, str], InterfaceAddress] = {}
    members: dict[str, list[str]] = {}
    gateways: dict[str, InterfaceAddress] = {}
    for link in topology.links:
        if link.kind is not LinkKind.OOB:
            continue
        layout = layouts[link.fabric]
        leaf = switches[link.upper.device]
        start = pools.hosts.slice_start(slice_of(link.fabric, link.plane))
        start += layout.offset(0, leaf.index)
        gateway = dotted(start + _GATEWAY)
        address = InterfaceAddress(
            address=dotted(start + _FIRST_MEMBER + link.number), length=layout.prefix_length
        )
        members.setdefault(leaf.name, []).append(link.upper.port)
        gateways[leaf.name] = InterfaceAddress(address=gateway, length=layout.prefix_length)
        if link.lower.device in switches:
            management[link.lower.device] = ManagementAddress(address=address, gateway=gateway)
        else:
            ends[(link.lower.device, link.lower.port)] = address
    vlans = {
        leaf: AccessVlan(vlan_id=ACCESS_VLAN, gateway=gateways[leaf], members=tuple(ports))
        for leaf, ports in members.items()
    }
    return management, vlans, ends
