"""Gather what the design says of one device into the record its templates see."""

from collections.abc import Iterable
from dataclasses import dataclass

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.design import Design
from fabricgen.model.platform import Hwsku, Platform
from fabricgen.model.routing import DeviceRouting, RoutingPlan, StaticRoute
from fabricgen.model.tenancy import TenantAcl
from fabricgen.model.topology import Device, End, Link, Role, Topology
from fabricgen.render.context import (
    AclRow,
    AclRuleRow,
    AddressRow,
    BgpRows,
    DeviceContext,
    Entry,
    ManagementRow,
    NeighborRow,
    PeerRow,
    RouteRow,
    ServiceRows,
    SessionRow,
    SyslogRow,
    VlanRow,
)
from fabricgen.render.order import natural_key
from fabricgen.render.port_rows import breakouts, port_rows
from fabricgen.render.qos_rows import buffer_rows, qos_rows

# Highest priority of a tenant's permits; the drop of everything else stands far below.
_FIRST_PERMIT = 9000
# Fields that a release's models lack (sonic-yang-models of the release branches).
_NO_SUPPRESS_FIB = frozenset({"202405"})
_NO_VRF_ADVERTISE = frozenset({"202405", "202411"})


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
    far_ends: dict[str, dict[str, End]]
    planned_ends: dict[str, dict[str, End]]
    interfaces: dict[str, dict[str, str]]


def gather(design: Design) -> Gathered:
    """Index a design once, so that each device costs no more than its own rows.

    Raises:
        ValueError: The design has no topology, addresses or routing yet.
    """
    topology, addresses, routing = design.topology, design.addresses, design.routing
    if topology is None or addresses is None or routing is None:
        raise ValueError("rendering needs a design with topology, addresses and routing")
    interfaces: dict[str, dict[str, str]] = {}
    for (device, port), address in addresses.interfaces.items():
        interfaces.setdefault(device, {})[port] = str(address)
    return Gathered(
        design=design,
        topology=topology,
        addresses=addresses,
        routing=routing,
        devices={device.name: device for device in topology.devices},
        far_ends=_far_ends(topology.links),
        planned_ends=_far_ends((*topology.links, *topology.planned)),
        interfaces=interfaces,
    )


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
    ports, far = gathered.topology.ports[name], gathered.planned_ends.get(name, {})
    qos = gathered.design.qos.devices.get(name) if gathered.design.qos else None
    acls = gathered.design.tenancy.acls.get(name, ()) if gathered.design.tenancy else ()
    is_dpu = device.role is Role.DPU
    return DeviceContext(
        name=name,
        hwsku=hwsku.name,
        platform=platform.platform,
        type=routing.sonic_type,
        is_dpu=is_dpu,
        suppress_fib=not is_dpu and release not in _NO_SUPPRESS_FIB,
        loopback_key=_loopback_key(gathered.addresses, name),
        ports=port_rows(ports, far, platform, hwsku, gathered.design.intent.qos.mtu),
        breakouts=() if is_dpu else breakouts(ports, platform, hwsku),
        addresses=_addresses(gathered, name),
        bgp=_bgp(routing, gathered.addresses.asns.get(name)),
        routes=_routes(routing, release),
        neighbors=_neighbors(gathered, name),
        peers=_peers(gathered, name),
        vlan=_vlan(gathered.addresses, name),
        management=_management(gathered.addresses, name),
        qos=qos_rows(qos) if qos else None,
        buffers=buffer_rows(qos) if qos else None,
        acls=tuple(_acl(acl) for acl in acls),
        acl_rules=tuple(rule for acl in acls for rule in _acl_rules(acl)),
        services=_services(gathered, name),
    )


def _hardware(gathered: Gathered, device: Device) -> tuple[Platform, Hwsku]:
    if device.platform is None or device.hwsku is None:
        raise KeyError(f"{device.name} has no platform, so no configuration can be made for it")
    platform = gathered.design.catalogue.platforms[device.platform]
    return platform, platform.hwskus[device.hwsku]


def _loopback_key(addresses: AddressPlan, name: str) -> str | None:
    address = addresses.loopbacks.get(name)
    if address is None:
        return None
    length = "" if "/" in address else "/128" if ":" in address else "/32"
    return f"Loopback0|{address}{length}"


def _addresses(gathered: Gathered, name: str) -> tuple[AddressRow, ...]:
    return tuple(
        AddressRow(port=port, key=f"{port}|{address}")
        for port, address in gathered.interfaces.get(name, {}).items()
    )


def _bgp(routing: DeviceRouting, asn: int | None) -> BgpRows | None:
    if not routing.bgp or asn is None:
        return None
    sessions = tuple(
        SessionRow(
            peer_address=session.peer_address,
            asn=str(session.peer_asn),
            name=session.peer_device,
            local_address=session.local_address,
            holdtime=str(session.holdtime_s),
            keepalive=str(session.keepalive_s),
        )
        for session in routing.sessions
    )
    return BgpRows(asn=str(asn), never_transit=routing.never_transit, sessions=sessions)


def _routes(routing: DeviceRouting, release: str) -> tuple[RouteRow, ...]:
    return tuple(_route(route, release in _NO_VRF_ADVERTISE) for route in routing.static_routes)


def _route(route: StaticRoute, old: bool) -> RouteRow:
    """Return one route; releases without ``advertise`` in the VRF form announce every such row.

    A route that must stay at home is then written in the form without a VRF, which has the field.
    """
    bare = old and not route.advertise and not route.blackhole
    return RouteRow(
        key=route.prefix if bare else f"default|{route.prefix}",
        blackhole=route.blackhole,
        next_hops=",".join(route.next_hops),
        ports=",".join(route.ports),
        advertise=None if old and not bare else "true" if route.advertise else "false",
    )


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


def _acl(acl: TenantAcl) -> AclRow:
    return AclRow(name=acl.table, description=f"tenant {acl.tenant}", ports=acl.ports)


def _acl_rules(acl: TenantAcl) -> tuple[AclRuleRow, ...]:
    permits = tuple(
        AclRuleRow(
            key=f"{acl.table}|PERMIT_{number}",
            priority=str(_FIRST_PERMIT - number),
            prefix=prefix,
            action="FORWARD",
        )
        for number, prefix in enumerate(acl.permitted, start=1)
    )
    rest = AclRuleRow(key=f"{acl.table}|DROP_REST", priority="1", prefix=None, action="DROP")
    return (*permits, rest)


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
    )
