"""Which prefixes a device brings into BGP."""

import ipaddress
from collections.abc import Iterator
from typing import TypeAlias

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.rules._fabric import addresses
from fabricgen.rules._fabric_sessions import by_framework

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


def network(text: str) -> Network | None:
    """Return a prefix, None for anything that is not one."""
    try:
        return ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return None


def static_routes(config: ConfigDb) -> Iterator[tuple[str, Network]]:
    """Yield row key and prefix of the default VRF's static routes that BGP announces."""
    for key in config.rows("STATIC_ROUTE"):
        vrf, bar, prefix = key.partition("|")
        if bar and vrf != "default":
            continue
        parsed = network(prefix if bar else key)
        advertise = config.text("STATIC_ROUTE", key, "advertise") or ""
        if parsed is not None and advertise.lower() != "false":
            yield key, parsed


def blackholes(config: ConfigDb) -> Iterator[tuple[str, Network]]:
    """Yield row key and prefix of the aggregates: advertised blackhole routes, but no default route."""
    for key, parsed in static_routes(config):
        flags = (config.text("STATIC_ROUTE", key, "blackhole") or "").lower().split(",")
        if "true" in flags and parsed.prefixlen:
            yield key, parsed


def announced(fabric: FabricFiles, config: ConfigDb) -> tuple[Network, ...]:
    """Return every prefix a device originates in the default VRF.

    The template path announces static routes, VLANs and Loopback0 by itself; the management framework only what
    a network statement, an aggregate or a redistribution names.
    """
    result: list[Network] = []
    if not by_framework(config) or redistributes(config, "static"):
        result += [parsed for _, parsed in static_routes(config)]
    for one in addresses(fabric)[config.device] if not by_framework(config) else ():
        if one.table == "VLAN_INTERFACE" or one.interface == "Loopback0":
            parsed = network(f"{one.address}/{one.length}")
            result.extend([parsed] if parsed is not None else [])
    for table in (
        "BGP_AGGREGATE_ADDRESS",
        "BGP_GLOBALS_AF_NETWORK",
        "BGP_GLOBALS_AF_AGGREGATE_ADDR",
    ):
        for key in config.rows(table):
            parsed = network(key.rpartition("|")[2])
            if parsed is not None and key.partition("|")[0] not in config.rows("VRF"):
                result.append(parsed)
    return tuple(result)


def redistributes(config: ConfigDb, source: str = "connected") -> bool:
    """Return whether routes of a source go into BGP as they are (frrcfgd path only)."""
    return by_framework(config) and any(
        f"|{source}|" in f"|{key}|" for key in config.rows("ROUTE_REDISTRIBUTE")
    )
