"""Which BGP sessions come up, and what keeps the others down."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fabricgen.model.configdb import ConfigDb, FabricFiles, FileEnd
from fabricgen.rules._fabric import Owned, addresses, far_ends, once, owners
from fabricgen.rules._fabric_sessions import (
    Session,
    back,
    by_framework,
    own_asn,
    row_value,
    sessions,
)

_FAMILIES = {4: "ipv4_unicast", 6: "ipv6_unicast"}
_ON = frozenset({"true", "up", "enable", "enabled", "yes"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Peering:
    """A session that both ends have a row for.

    ``fault`` is empty where it comes up, else says why not. ``versions`` are the address families
    that both ends activate.
    """

    a: Session
    b: Session
    versions: tuple[int, ...]
    fault: str


def on(text: str | None) -> bool:
    """Return whether a flag of CONFIG_DB is set."""
    return (text or "").strip().lower() in _ON


def port_up(config: ConfigDb, interface: str) -> bool:
    """Return whether SONiC brings an interface up: ports are down unless a row says otherwise."""
    name, dot, _ = interface.partition(".")
    if dot and config.text("VLAN_SUB_INTERFACE", interface, "admin_status") == "down":
        return False
    if name.startswith("PortChannel"):
        members = [
            key.partition("|")[2]
            for key in config.rows("PORTCHANNEL_MEMBER")
            if key.startswith(f"{name}|")
        ]
        status = config.text("PORTCHANNEL", name, "admin_status") or "up"
        return status == "up" and any(port_up(config, one) for one in members)
    if not name.startswith("Ethernet") or not config.rows("PORT"):
        return True
    return config.text("PORT", name, "admin_status") == "up"


def activated(config: ConfigDb, session: Session) -> frozenset[int]:
    """Return the IP versions whose unicast family a session negotiates."""
    if not by_framework(config):
        return frozenset({session.peer.version}) if session.peer is not None else frozenset()
    group = config.text("BGP_NEIGHBOR", session.key, "peer_group_name")
    name = session.key.rpartition("|")[2]
    result: set[int] = set()
    for version, family in _FAMILIES.items():
        states = [
            config.text("BGP_NEIGHBOR_AF", f"{session.vrf}|{name}|{family}", "admin_status"),
            config.text("BGP_PEER_GROUP_AF", f"{session.vrf}|{group}|{family}", "admin_status"),
        ]
        stated = next((one for one in states if one is not None), None)
        default = version == 4 and on(
            config.text("BGP_GLOBALS", session.vrf, "default_ipv4_unicast")
        )
        if on(stated) if stated is not None else default:
            result.add(version)
    return frozenset(result)


@once
def _identified(fabric: FabricFiles) -> frozenset[str]:
    """Return the devices with a router id: stated, or the IPv4 address of Loopback0."""
    return frozenset(
        name
        for name, config in fabric.devices.items()
        if config.text("DEVICE_METADATA", "localhost", "bgp_router_id")
        or any(
            one.interface == "Loopback0" and one.address.version == 4
            for one in addresses(fabric)[name]
        )
    )


def _template_fault(fabric: FabricFiles, config: ConfigDb, session: Session) -> str:
    if own_asn(config) is None:
        return "it has no bgp_asn"
    if not config.text("DEVICE_METADATA", "localhost", "type"):
        return "it has no device type"
    if "Loopback0" not in config.rows("LOOPBACK_INTERFACE"):
        return "it has no bare row LOOPBACK_INTERFACE|Loopback0"
    if config.device not in _identified(fabric):
        return "it has no router id"
    if session.peer is None:
        return "bgpcfgd takes only an address as neighbour"
    if session.asn is None:
        return "the row has no asn"
    if session.local is None:
        return ""
    held = [one for one in owners(fabric).get(session.local, ()) if one.device == config.device]
    if not held:
        return f"local_addr {session.local} is on no interface"
    bare = [one for one in held if one.interface in config.rows(one.table)]
    if not bare:
        return f"{held[0].table}|{held[0].interface} has no bare row"
    return f"{bare[0].interface} is in VRF {bare[0].vrf}" if all(one.vrf for one in bare) else ""


def _framework_fault(config: ConfigDb, session: Session) -> str:
    if own_asn(config) is None:
        return "it has no BGP_GLOBALS|default|local_asn"
    group = config.text("BGP_NEIGHBOR", session.key, "peer_group_name")
    if group and f"{session.vrf}|{group}" not in config.rows("BGP_PEER_GROUP"):
        return f"peer group {group} does not exist"
    if session.asn is None and not row_value(config, session.key, "peer_type"):
        return "the row has neither asn nor peer_type"
    if not activated(config, session):
        return "no address family is activated"
    return ""


def own_fault(fabric: FabricFiles, session: Session) -> str:
    """Return what keeps one end from starting a session, empty if nothing does."""
    config = fabric.devices[session.device]
    if not session.up:
        return "admin_status is down"
    fault = (
        _framework_fault(config, session)
        if by_framework(config)
        else _template_fault(fabric, config, session)
    )
    if fault or session.interface is not None:
        return fault
    if session.near is None:
        return f"{session.peer} is in none of its subnets"
    if not port_up(config, session.near.interface):
        return f"{session.near.interface} is down"
    return ""


def _expects(fabric: FabricFiles, one: Session, other: Session) -> str:
    """Return why ``one`` refuses the ASN of ``other``, empty if it does not."""
    config = fabric.devices[one.device]
    theirs = own_asn(fabric.devices[other.device], other.vrf)
    mine = own_asn(config, one.vrf)
    kind = row_value(config, one.key, "peer_type") if by_framework(config) else None
    if kind is not None:
        agrees = (theirs != mine) if kind == "external" else (theirs == mine)
        return "" if agrees else f"{one.device} expects an {kind} peer, AS {theirs} is not"
    if one.asn == theirs:
        return ""
    return f"{one.device} expects AS {one.asn}, {other.device} is AS {theirs}"


def _holds(row: Owned, other: Owned) -> bool:
    """Return whether the address of ``other`` lies in the subnet of ``row``."""
    shift = row.address.max_prefixlen - row.length
    return (
        row.address.version == other.address.version
        and int(row.address) >> shift == int(other.address) >> shift
    )


def _pair_fault(fabric: FabricFiles, one: Session, other: Session) -> str:
    for end in (one, other):
        fault = own_fault(fabric, end)
        if fault:
            return f"{end.device}: {fault}"
    if one.interface is None:
        near, far = one.near, other.near
        assert near is not None
        assert far is not None
        if not _holds(near, far) or not _holds(far, near):
            return f"{near} and {far} are not in one subnet"
        wired = far_ends(fabric)[one.device].get(near.interface)
        if wired is not None and wired != FileEnd(device=other.device, port=far.interface):
            return f"{one.device} {near.interface} is cabled to {wired.device} {wired.port}"
    return _expects(fabric, one, other) or _expects(fabric, other, one)


@once
def peerings(fabric: FabricFiles) -> tuple[Peering, ...]:
    """Return every session of the default VRF that both ends have a row for, each once."""
    return tuple(_peerings(fabric))


def _peerings(fabric: FabricFiles) -> Iterator[Peering]:
    seen: set[tuple[str, str]] = set()
    for one in sessions(fabric):
        other = back(fabric, one)
        if other is None or (one.device, one.key) in seen or (other.device, other.key) in seen:
            continue
        if one.vrf != "default" or other.vrf != "default" or other.device == one.device:
            continue
        again = back(fabric, other)
        if again is None or (again.device, again.key) != (one.device, one.key):
            continue
        seen.update(((one.device, one.key), (other.device, other.key)))
        fault = _pair_fault(fabric, one, other)
        versions = activated(fabric.devices[one.device], one) & activated(
            fabric.devices[other.device], other
        )
        if not fault and not versions:
            fault = "the ends activate no common address family"
        yield Peering(a=one, b=other, versions=tuple(sorted(versions)), fault=fault)


@once
def down_because(fabric: FabricFiles) -> Mapping[tuple[str, str], str]:
    """Return why each neighbour row (device, key) whose session stays down does so."""
    result: dict[tuple[str, str], str] = {}
    for one in peerings(fabric):
        if one.fault:
            result[one.a.device, one.a.key] = result[one.b.device, one.b.key] = one.fault
    paired = {(end.device, end.key) for one in peerings(fabric) for end in (one.a, one.b)}
    for session in sessions(fabric):
        if (session.device, session.key) in paired or session.vrf != "default":
            continue
        fault = own_fault(fabric, session)
        where = session.far.device if session.far is not None else "the far end"
        result[session.device, session.key] = (
            f"{session.device}: {fault}" if fault else f"{where} has no row back"
        )
    return result
