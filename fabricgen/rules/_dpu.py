"""The DPUs of a smart switch: their rows, their midplane addresses and the bridge they share."""

from collections.abc import Iterator
from dataclasses import dataclass

from netaddr import IPAddress, IPNetwork

from fabricgen.model.configdb import ConfigDb
from fabricgen.rules._addresses import parse_address, parse_network
from fabricgen.rules._file import once, texts

BRIDGE = "bridge-midplane"


@dataclass(frozen=True, slots=True, kw_only=True)
class MidplaneAddress:
    """An address that the bridge's DHCP server gives to a DPU. ``number`` is the N of ``dpuN``."""

    key: str
    dpu: str
    number: int | None
    address: IPAddress


@once
def bridge(config: ConfigDb) -> IPNetwork | None:
    """Return address and length of the midplane bridge, None without one."""
    return parse_network(config.text("MID_PLANE_BRIDGE", "GLOBAL", "ip_prefix"))


@once
def midplane_addresses(config: ConfigDb) -> tuple[MidplaneAddress, ...]:
    """Return the addresses of DHCP_SERVER_IPV4_PORT on the bridge, in file order."""
    return tuple(_midplane(config))


def _midplane(config: ConfigDb) -> Iterator[MidplaneAddress]:
    for key, row in config.rows("DHCP_SERVER_IPV4_PORT").items():
        name, bar, dpu = key.partition("|")
        if not bar or name != (config.text("MID_PLANE_BRIDGE", "GLOBAL", "bridge") or BRIDGE):
            continue
        for text in texts(row.get("ips")):
            address = parse_address(text)
            if address is not None:
                yield MidplaneAddress(key=key, dpu=dpu, number=trailing(dpu), address=address)


def trailing(name: str) -> int | None:
    """Return the number at the end of a name like ``dpu3``, None without one."""
    digits = name[len(name.rstrip("0123456789")) :]
    return int(digits) if digits and len(digits) < 6 else None
