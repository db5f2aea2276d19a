"""BGP sessions over all files, of both routing paths."""

import ipaddress
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.rules._fabric import Ip, Owned, addresses, far_ends, ip, number, once, owners


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One BGP_NEIGHBOR row.

    ``peer`` is None for an unnumbered neighbour (``interface`` is then set). ``near`` is the own
    address row in the peer's subnet, ``far`` the row of the device that owns the peer's address;
    None where there is none. ``asn`` is None where the row expects just another ASN or is unreadable.
    """

    device: str
    key: str
    vrf: str
    peer: Ip | None
    interface: str | None
    asn: int | None
    local: Ip | None
    name: str
    up: bool
    near: Owned | None
    far: Owned | None

    @property
    def source(self) -> Ip | None:
        """The own address that the peer should know."""
        return self.near.address if self.near is not None else self.local


def by_framework(config: ConfigDb) -> bool:
    """Return whether frrcfgd, and not bgpcfgd, configures routing on a device."""
    return config.text("DEVICE_METADATA", "localhost", "frr_mgmt_framework_config") == "true"


def own_asn(config: ConfigDb, vrf: str = "default") -> int | None:
    """Return the ASN a device itself uses, None where it has none."""
    if by_framework(config):
        return number(config.text("BGP_GLOBALS", vrf, "local_asn"))
    return number(config.text("DEVICE_METADATA", "localhost", "bgp_asn"))


def speaks(config: ConfigDb) -> bool:
    """Return whether a device runs BGP: it has an ASN and at least one neighbour or peer range."""
    tables = ("BGP_NEIGHBOR", "BGP_PEER_RANGE", "BGP_GLOBALS_LISTEN_PREFIX")
    return own_asn(config) is not None and any(config.rows(table) for table in tables)


def row_value(config: ConfigDb, key: str, field: str) -> str | None:
    """Return a field of a neighbour, else of its peer group."""
    own = config.text("BGP_NEIGHBOR", key, field)
    group = config.text("BGP_NEIGHBOR", key, "peer_group_name")
    if own is not None or not group:
        return own
    vrf = key.rpartition("|")[0] or "default"
    return config.text("BGP_PEER_GROUP", f"{vrf}|{group}", field)


def _up(config: ConfigDb, key: str) -> bool:
    default = config.text("DEVICE_METADATA", "localhost", "default_bgp_status") or "up"
    status = config.text("BGP_NEIGHBOR", key, "admin_status")
    return (status or default).lower() not in {"down", "false"}


def _read(fabric: FabricFiles, config: ConfigDb) -> Iterator[Session]:
    own = addresses(fabric).get(config.device, ())
    by_network = {one.network: one for one in own}
    lengths = sorted({(one.address.version, one.length) for one in own}, reverse=True)
    for key in config.rows("BGP_NEIGHBOR"):
        vrf, bar, name = key.rpartition("|")
        if not bar and by_framework(config):
            continue  # frrcfgd skips keys without a VRF
        peer = ip(name)
        near = None
        if peer is not None:
            subnets = (
                (v, int(peer) >> (peer.max_prefixlen - n) << (peer.max_prefixlen - n), n)
                for v, n in lengths
                if v == peer.version
            )
            near = next((by_network[net] for net in subnets if net in by_network), None)
        yield Session(
            device=config.device,
            key=key,
            vrf=vrf or "default",
            peer=peer,
            interface=None if peer is not None else name,
            asn=number(row_value(config, key, "asn")),
            local=ip(row_value(config, key, "local_addr")),
            name=config.text("BGP_NEIGHBOR", key, "name") or "",
            up=_up(config, key),
            near=near,
            far=_far(fabric, config.device, peer, near),
        )


def _far(fabric: FabricFiles, device: str, peer: Ip | None, near: Owned | None) -> Owned | None:
    if peer is None:
        return None
    others = [one for one in owners(fabric).get(peer, ()) if one.device != device]
    if near is not None and len(others) > 1:
        linked = far_ends(fabric)[device].get(near.interface)
        closer = [one for one in others if linked is not None and one.device == linked.device]
        others = closer or [one for one in others if one.network == near.network] or others
    return others[0] if others else None


@once
def sessions(fabric: FabricFiles) -> tuple[Session, ...]:
    """Return every BGP_NEIGHBOR row of every device."""
    return tuple(one for config in fabric.devices.values() for one in _read(fabric, config))


@once
def by_peer(fabric: FabricFiles) -> Mapping[tuple[str, Ip], Session]:
    """Return the sessions by device and the peer's address."""
    return {(one.device, one.peer): one for one in sessions(fabric) if one.peer is not None}


def back(fabric: FabricFiles, session: Session) -> Session | None:
    """Return the far end's row for this session, None if it has none."""
    if session.interface is not None:
        end = far_ends(fabric)[session.device].get(session.interface)
        rows = _unnumbered(fabric)
        return rows.get((end.device, end.port)) if end is not None else None
    if session.far is None or session.source is None:
        return None
    return by_peer(fabric).get((session.far.device, session.source))


def peer_device(fabric: FabricFiles, session: Session) -> str | None:
    """Return the device a session leads to, None if no file has the peer."""
    if session.interface is not None:
        end = far_ends(fabric)[session.device].get(session.interface)
        return end.device if end is not None else None
    return session.far.device if session.far is not None else None


@once
def _unnumbered(fabric: FabricFiles) -> Mapping[tuple[str, str], Session]:
    return {(one.device, one.interface): one for one in sessions(fabric) if one.interface}


@once
def pairs(fabric: FabricFiles) -> tuple[tuple[Session, Session], ...]:
    """Return the sessions that both ends have a row for, each once."""
    result: list[tuple[Session, Session]] = []
    seen: set[tuple[str, str]] = set()
    for one in sessions(fabric):
        other = back(fabric, one)
        if other is not None and (one.device, one.key) not in seen:
            seen.update(((one.device, one.key), (other.device, other.key)))
            result.append((one, other))
    return tuple(result)


def listens(config: ConfigDb, source: Ip) -> bool:
    """Return whether a device accepts a session from ``source`` without a row of its own."""
    ranges: list[str] = []
    for key, row in config.rows("BGP_PEER_RANGE").items():
        value = row.get("ip_range")
        texts = value if isinstance(value, tuple) else (value,)
        ranges.extend(text for text in texts if isinstance(text, str) and key)
    ranges.extend(key.rpartition("|")[2] for key in config.rows("BGP_GLOBALS_LISTEN_PREFIX"))
    for text in ranges:
        try:
            if source in ipaddress.ip_network(text.strip(), strict=False):
                return True
        except ValueError:
            continue
    return False


def filtered(config: ConfigDb, session: Session) -> bool:
    """Return whether a route map that matches or denies something guards what a session exports."""
    group = config.text("BGP_NEIGHBOR", session.key, "peer_group_name")
    rows = [("BGP_NEIGHBOR_AF", session.key)]
    rows += [("BGP_PEER_GROUP_AF", f"{session.vrf}|{group}")] if group else []
    bound = (
        row.get("route_map_out")
        for table, owner in rows
        for key, row in config.rows(table).items()
        if key.rpartition("|")[0] == owner
    )
    for value in bound:
        for name in value if isinstance(value, tuple) else (value,):
            for entry, statement in config.rows("ROUTE_MAP").items():
                if entry.partition("|")[0] == name and (
                    statement.get("route_operation") == "deny"
                    or any(field.startswith("match_") for field in statement)
                ):
                    return True
    return False
