"""Fences: ingress ACLs of one name that keep the ports of a tenant to its own prefixes, on all devices."""

import ipaddress
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from fabricgen.model.configdb import ConfigDb, FabricFiles, FileEnd
from fabricgen.rules._fabric import far_ends, once, port_addresses

Net: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
_DESTINATIONS = ("DST_IP", "DST_IPV6")
_PACKETS = ("FORWARD", "DROP")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """An ACL table of one device: its ports, what it lets through, and whether it drops the rest.

    ``permits`` maps the key of a rule to the prefix it forwards to.
    """

    device: str
    table: str
    ports: tuple[str, ...]
    permits: Mapping[str, Net]
    closed: bool


@once
def fences(fabric: FabricFiles) -> tuple[Fence, ...]:
    """Return the ingress ACLs that forward to prefixes, of all devices."""
    return tuple(one for config in fabric.devices.values() for one in _of(config))


def _of(config: ConfigDb) -> Iterator[Fence]:
    rules: dict[str, list[str]] = {}
    for key in config.rows("ACL_RULE"):
        rules.setdefault(key.partition("|")[0], []).append(key)
    for table, row in config.rows("ACL_TABLE").items():
        kind = (config.text("ACL_TABLE", table, "type") or "").upper()
        stage = (config.text("ACL_TABLE", table, "stage") or "ingress").lower()
        if kind not in ("L3", "L3V6") or stage != "ingress":
            continue
        permits = dict(_permits(config, rules.get(table, ())))
        if permits:
            listed = row.get("ports")
            ports = listed if isinstance(listed, list | tuple) else str(listed or "").split(",")
            yield Fence(
                device=config.device,
                table=table,
                ports=tuple(str(port).strip() for port in ports if str(port).strip()),
                permits=permits,
                closed=any(_drops_all(config, key) for key in rules[table]),
            )


def _action(config: ConfigDb, key: str) -> str:
    return (config.text("ACL_RULE", key, "PACKET_ACTION") or "").upper()


def _permits(config: ConfigDb, keys: list[str] | tuple[()]) -> Iterator[tuple[str, Net]]:
    for key in keys:
        if _action(config, key) == "FORWARD":
            for field in _DESTINATIONS:
                net = _net(config.text("ACL_RULE", key, field))
                if net is not None:
                    yield key, net


def _net(text: str | None) -> Net | None:
    try:
        return ipaddress.ip_network((text or "").strip(), strict=False)
    except ValueError:
        return None


def _drops_all(config: ConfigDb, key: str) -> bool:
    """Return whether a rule drops whatever reaches it: no match, or a source of any address."""
    if _action(config, key) != "DROP":
        return False
    matches = {
        name: str(value)
        for name, value in config.row("ACL_RULE", key).items()
        if name not in ("PRIORITY", "PACKET_ACTION")
    }
    return all(
        name in ("SRC_IP", "SRC_IPV6", *_DESTINATIONS)
        and (net := _net(value)) is not None
        and net.prefixlen == 0
        for name, value in matches.items()
    )


@once
def grounds(fabric: FabricFiles) -> Mapping[str, tuple[Net, ...]]:
    """Return by the name of a fence the subnets of the ports it is bound to, over all devices."""
    nets: dict[str, list[Net]] = {}
    for one in fences(fabric):
        for port in one.ports:
            nets.setdefault(one.table, []).extend(
                subnets(fabric, FileEnd(device=one.device, port=port))
            )
    return {table: _merged(found) for table, found in nets.items()}


def subnets(fabric: FabricFiles, end: FileEnd) -> tuple[Net, ...]:
    """Return the subnets of a port."""
    return tuple(
        ipaddress.ip_network((int(owned.network[1]), owned.length))
        if owned.address.version == 4
        else ipaddress.IPv6Network((owned.network[1], owned.length))
        for owned in port_addresses(fabric).get(end, ())
    )


def _merged(nets: list[Net]) -> tuple[Net, ...]:
    four = [net for net in nets if isinstance(net, ipaddress.IPv4Network)]
    six = [net for net in nets if isinstance(net, ipaddress.IPv6Network)]
    return (*ipaddress.collapse_addresses(four), *ipaddress.collapse_addresses(six))


def host_ports(fabric: FabricFiles, device: str) -> tuple[str, ...]:
    """Return the addressed ports of the default VRF of a device that lead to no device of the files."""
    linked = far_ends(fabric).get(device, {})
    return tuple(
        end.port
        for end, owned in port_addresses(fabric).items()
        if end.device == device and end.port not in linked and not any(one.vrf for one in owned)
    )
