"""Gather what the design says of one device into the record its templates see."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from fabricgen.model.addressing import AddressPlan, SubInterface
from fabricgen.model.design import Design
from fabricgen.model.platform import Hwsku, Platform
from fabricgen.model.routing import RoutingPlan
from fabricgen.model.topology import Device, End, Link, Role, Topology
from fabricgen.render.acl_rows import access_rows, tenant_rows
from fabricgen.render.context import (
    DeviceContext,
    Entry,
    ManagementRow,
    NeighborRow,
    PeerRow,
    PortRow,
    ServiceRows,
    SyslogRow,
    VlanRow,
)
from fabricgen.render.order import natural_key
from fabricgen.render.port_rows import breakouts, port_rows, service_up, with_link_settings
from fabricgen.render.qos_rows import asymmetric_ports, buffer_rows, qos_rows
from fabricgen.render.routing_context import AddressRow
from fabricgen.render.routing_rows import (
    address_rows,
    bgp_rows,
    fine_grained_rows,
    locator_row,
    loopback_keys,
    route_rows,
    sub_rows,
)
from fabricgen.render.trim_rows import trim_row, trimmed

# Releases whose models lack the field (sonic-yang-models of the release branches).
_NO_SUPPRESS_FIB = frozenset({"202405"})
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """A design indexed by device: who is cabled to which port, and who has which address.

    ``planned_ends`` holds what will be cabled as well, so that a port's description never changes.
    """

    design: Design
    topology: Topology
    addresses: AddressPlan
    routing: RoutingPlan
    devices: dict[str, Device]
    by_cable: dict[str, dict[str, Link]]
    far_ends: dict[str, dict[str, End]]
    planned_ends: dict[str, dict[str, End]]
    interfaces: dict[str, dict[str, list[str]]]
    bare: dict[str, frozenset[str]]
    vrf_ports: dict[str, dict[str, str]]
    sub_interfaces: dict[str, dict[str, tuple[SubInterface, ...]]]


def gather(design: Design) -> Gathered:
    """Index a design once, so that each device costs no more than its own rows.

    Raises:
        ValueError: The design has no topology, addresses or routing yet.
    """
    topology, addresses, routing = design.topology, design.addresses, design.routing
    if topology is None or addresses is None or routing is None:
        raise ValueError("rendering needs a design with topology, addresses and routing")
    interfaces: dict[str, dict[str, list[str]]] = {}
    bare: dict[str, set[str]] = {}
    for known in (addresses.interfaces, addresses.interfaces6):
        for (device, port), address in known.items():
            interfaces.setdefault(device, {}).setdefault(port, []).append(str(address))
    for device, port in sorted(addresses.unnumbered):
        interfaces.setdefault(device, {}).setdefault(port, [])
        bare.setdefault(device, set()).add(port)
    return Gathered(
        design=design,
        topology=topology,
        addresses=addresses,
        routing=routing,
        devices={device.name: device for device in topology.devices},
        by_cable=_by_cable(design, topology),
        far_ends=_far_ends(topology.links),
        planned_ends=_far_ends((*topology.links, *topology.planned)),
        interfaces=interfaces,
        bare={device: frozenset(ports) for device, ports in bare.items()},
        vrf_ports=_by_device(addresses.vrf_ports),
        sub_interfaces=_by_device(addresses.sub_interfaces),
    )


def _by_device(ends: Mapping[tuple[str, str], _T]) -> dict[str, dict[str, _T]]:
    found: dict[str, dict[str, _T]] = {}
    for (device, port), item in ends.items():
        found.setdefault(device, {})[port] = item
    return found


def _by_cable(design: Design, topology: Topology) -> dict[str, dict[str, Link]]:
    """Return by device and port the links whose settings follow the cable.

    Those of fabrics that ask for it, and those between ports that the platforms ship with unlike autoneg:
    they would not come up.
    """
    asked = {
        name for name, fabric in design.intent.fabrics.present() if fabric.link_settings == "cable"
    }
    negotiating = {
        (device, port.spec.name)
        for device, ports in topology.ports.items()
        for port in ports
        if port.spec.autoneg == "on"
    }
    found: dict[str, dict[str, Link]] = {}
    for link in (*topology.links, *topology.planned) if asked or negotiating else ():
        ends = (link.upper, link.lower)
        alike = len({(end.device, end.port) in negotiating for end in ends}) == 1
        panels = all(end.device in topology.ports and end.port != "eth0" for end in ends)
        if link.fabric in asked or (panels and not alike):
            for end in ends:
                found.setdefault(end.device, {})[end.port] = link
    return found


def _far_ends(links: Iterable[Link]) -> dict[str, dict[str, End]]:
    """Return what is at the other end of each port, by device and port."""
    far_ends: dict[str, dict[str, End]] = {}
    for link in links:
        far_ends.setdefault(link.upper.device, {})[link.upper.port] = link.lower
        far_ends.setdefault(link.lower.device, {})[link.lower.port] = link.upper
    return far_ends


def device_context(gathered: Gathered, name: str) -> DeviceContext:
    """Return everything the templates write down about one device.

    Raises:
        KeyError: There is no such device, or its platform or HwSKU is not in the catalogue.
    """
    device = gathered.devices[name]
    platform, hwsku = _hardware(gathered, device)
    release = gathered.design.intent.sonic.release
    routing = gathered.routing.devices[name]
    ports = gathered.topology.ports[name]
    qos = gathered.design.qos.devices.get(name) if gathered.design.qos else None
    tenants = gathered.design.tenancy.acls.get(name, ()) if gathered.design.tenancy else ()
    acls = (*tenant_rows(tenants), *access_rows(gathered.design.intent.services, routing))
    is_dpu = device.role is Role.DPU
    return DeviceContext(
        name=name,
        hwsku=hwsku.name,
        platform=platform.platform,
        type=routing.sonic_type,
        is_dpu=is_dpu,
        suppress_fib=not is_dpu and release not in _NO_SUPPRESS_FIB,
        framework=gathered.routing.path == "frrcfgd",
        loopback_keys=loopback_keys(gathered.addresses, name),
        loopback_as_128="ipv6" in routing.families and gathered.routing.path == "bgpcfgd",
        vtep=name in gathered.addresses.vteps,
        ports=_ports(gathered, device, platform, hwsku),
        breakouts=() if is_dpu else breakouts(ports, platform, hwsku),
        addresses=_addresses(gathered, name),
        vrfs=tuple(vrf.name for vrf in routing.vrfs),
        sub_interfaces=sub_rows(gathered.sub_interfaces.get(name, {})),
        bgp=bgp_rows(routing, gathered.addresses.asns.get(name)),
        routes=route_rows(routing, release, gathered.routing.path),
        hash=routing.hash,
        adaptive=routing.adaptive,
        fine_grained=fine_grained_rows(routing.fine_grained),
        locator=locator_row(routing.locator),
        trimming=trim_row(routing.trimming, qos),
        neighbors=_neighbors(gathered, name),
        peers=_peers(gathered, name),
        vlan=_vlan(gathered.addresses, name),
        management=_management(gathered.addresses, name),
        qos=qos_rows(qos) if qos else None,
        buffers=trimmed(buffer_rows(qos), routing.trimming, qos) if qos else None,
        acls=tuple(acl for acl, _ in acls),
        acl_rules=tuple(rule for _, rules in acls for rule in rules),
        services=_services(gathered, name),
    )


def _ports(
    gathered: Gathered, device: Device, platform: Platform, hwsku: Hwsku
) -> tuple[PortRow, ...]:
    qos = gathered.design.qos.devices.get(device.name) if gathered.design.qos else None
    rows = port_rows(
        gathered.topology.ports[device.name],
        gathered.planned_ends.get(device.name, {}),
        platform,
        hwsku,
        gathered.design.intent.qos.mtu,
        asymmetric_ports(qos),
        service_up=service_up(gathered.design.intent, device),
    )
    links = gathered.by_cable.get(device.name)
    if links is None:
        return rows
    return tuple(with_link_settings(rows, links, gathered.design.catalogue.cables.values()))


def _hardware(gathered: Gathered, device: Device) -> tuple[Platform, Hwsku]:
    if device.platform is None or device.hwsku is None:
        raise KeyError(f"{device.name} has no platform, so no configuration can be made for it")
    platform = gathered.design.catalogue.platforms[device.platform]
    return platform, platform.hwskus[device.hwsku]


def _addresses(gathered: Gathered, name: str) -> tuple[AddressRow, ...]:
    by_port = gathered.interfaces.get(name, {})
    bare = gathered.bare.get(name, frozenset())
    return address_rows(by_port, bare, gathered.vrf_ports.get(name, {}))


def _neighbors(gathered: Gathered, name: str) -> tuple[NeighborRow, ...]:
    """Return the neighbours of front-panel ports; eth0 has no row of its own in PORT."""
    ports = {port.spec.name for port in gathered.topology.ports[name]}
    return tuple(
        NeighborRow(port=port, name=end.device, peer_port=end.port)
        for port, end in gathered.far_ends.get(name, {}).items()
        if port in ports
    )


def _peers(gathered: Gathered, name: str) -> tuple[PeerRow, ...]:
    rows: dict[str, PeerRow] = {}
    for row in _neighbors(gathered, name):
        peer = gathered.devices.get(row.name)
        if peer is None or peer.role is Role.NODE or peer.hwsku is None or peer.name in rows:
            continue
        management = gathered.addresses.management.get(peer.name)
        rows[peer.name] = PeerRow(
            name=peer.name,
            hwsku=peer.hwsku,
            type=gathered.routing.devices[peer.name].sonic_type,
            loopback=gathered.addresses.loopbacks.get(peer.name),
            management=management.address.address if management else None,
        )
    return tuple(rows[key] for key in sorted(rows, key=natural_key))


def _vlan(addresses: AddressPlan, name: str) -> VlanRow | None:
    vlan = addresses.access_vlans.get(name)
    if vlan is None:
        return None
    label = f"Vlan{vlan.vlan_id}"
    return VlanRow(
        name=label,
        vlan_id=str(vlan.vlan_id),
        gateway_key=f"{label}|{vlan.gateway}",
        member_keys=tuple(f"{label}|{port}" for port in vlan.members),
    )


def _management(addresses: AddressPlan, name: str) -> ManagementRow | None:
    found = addresses.management.get(name)
    if found is None:
        return None
    return ManagementRow(
        key=f"eth0|{found.address}", address=found.address.address, gateway=found.gateway
    )


def _services(gathered: Gathered, name: str) -> ServiceRows:
    asked = gathered.design.intent.services
    own = gathered.addresses.management.get(name)
    source = own.address.address if own else None
    tacacs = asked.tacacs.servers if asked.tacacs else ()
    return ServiceRows(
        ntp=asked.ntp,
        dns=asked.dns,
        syslog=tuple(
            SyslogRow(
                server=server,
                source=source if source and (":" in source) == (":" in server) else None,
            )
            for server in asked.syslog
        ),
        tacacs=tuple(
            Entry(key=server, value=str(max(1, 64 - position)))
            for position, server in enumerate(tacacs)
        ),
        secret=asked.tacacs.secret if asked.tacacs else None,
        gnmi=asked.telemetry == "gnmi",
        vrf="mgmt" if asked.management_vrf and own else "default",
        in_vrf=asked.management_vrf and own is not None,
    )
