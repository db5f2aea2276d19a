"""Which prefixes a device brings into BGP."""

import ipaddress
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.rules._control_plane.origins import originations
from fabricgen.rules._fabric import once

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
    """Return every prefix a device originates in the default VRF."""
    return _by_device(fabric).get(config.device, ())


@once
def _by_device(fabric: FabricFiles) -> Mapping[str, tuple[Network, ...]]:
    result: dict[str, list[Network]] = {}
    for one in originations(fabric):
        result.setdefault(one.device, []).append(ipaddress.ip_network(str(one.prefix)))
    return {device: tuple(found) for device, found in result.items()}
