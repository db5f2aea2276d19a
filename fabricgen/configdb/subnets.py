"""Addresses of front-panel ports in point-to-point subnets."""

import ipaddress
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabricgen.model.configdb import ConfigDb, FileEnd

_POINT_TO_POINT = {4: (30, 31), 6: (126, 127)}


@dataclass(frozen=True, slots=True, kw_only=True)
class PortAddress:
    """An address row of a front-panel port; ``network`` is (version, first address, length)."""

    end: FileEnd
    table: str
    key: str
    vrf: str
    network: tuple[int, int, int]


def addresses(config: ConfigDb) -> Iterator[PortAddress]:
    """Yield the /30, /31, /126 and /127 addresses of ports, sub-interfaces under their port."""
    for table in ("INTERFACE", "VLAN_SUB_INTERFACE"):
        rows = config.rows(table)
        for key in rows:
            name, bar, prefix = key.partition("|")
            network = _network(prefix) if bar else None
            if network is not None and network[2] in _POINT_TO_POINT[network[0]]:
                vrf = config.text(table, name, "vrf_name") or ""
                port = name.partition(".")[0]
                if table == "VLAN_SUB_INTERFACE":
                    port = re.sub(r"^Eth(?=\d)", "Ethernet", port)
                end = FileEnd(device=config.device, port=port)
                yield PortAddress(end=end, table=table, key=key, vrf=vrf, network=network)


def _network(prefix: str) -> tuple[int, int, int] | None:
    address, _, length = prefix.partition("/")
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    if (
        not length.isdecimal()
        or parsed.is_link_local
        or not 0 < int(length) <= parsed.max_prefixlen
    ):
        return None
    shift = parsed.max_prefixlen - int(length)
    return parsed.version, int(parsed) >> shift << shift, int(length)


def pairs(group: Sequence[PortAddress]) -> Iterator[Sequence[PortAddress]]:
    """Yield the members of a subnet together, or by VRF where each VRF has at most two ports."""
    by_vrf: dict[str, list[PortAddress]] = {}
    for one in group:
        by_vrf.setdefault(one.vrf, []).append(one)
    if len(group) > 2 and all(len({one.end for one in part}) <= 2 for part in by_vrf.values()):
        yield from by_vrf.values()
    else:
        yield group
