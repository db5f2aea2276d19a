"""BGP of a file: which program configures it, and its neighbours by value."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from netaddr import IPAddress

from fabricgen.model.configdb import ConfigDb
from fabricgen.rules._addresses import FileAddress, parse_address, subnets
from fabricgen.rules._file import metadata, number, once


@dataclass(frozen=True, slots=True, kw_only=True)
class FileNeighbor:
    """A row of BGP_NEIGHBOR. ``peer`` is the text after the last bar, ``address`` its value.

    ``vrf`` is None where the key is the peer alone.
    """

    key: str
    vrf: str | None
    peer: str
    address: IPAddress | None
    local: IPAddress | None
    local_text: str | None
    asn: int | None


def framework(config: ConfigDb) -> bool:
    """Return whether frrcfgd (the management framework) configures FRR instead of bgpcfgd."""
    return metadata(config, "frr_mgmt_framework_config") == "true"


def local_asn(config: ConfigDb) -> int | None:
    """Return the device's own ASN: of BGP_GLOBALS in framework mode, else of DEVICE_METADATA."""
    if framework(config):
        return number(config.text("BGP_GLOBALS", "default", "local_asn"))
    return number(metadata(config, "bgp_asn"))


@once
def neighbors(config: ConfigDb) -> tuple[FileNeighbor, ...]:
    """Return the rows of BGP_NEIGHBOR in file order."""
    return tuple(_neighbor(config, key) for key in config.rows("BGP_NEIGHBOR"))


def _neighbor(config: ConfigDb, key: str) -> FileNeighbor:
    vrf, bar, peer = key.rpartition("|")
    local = config.text("BGP_NEIGHBOR", key, "local_addr")
    return FileNeighbor(
        key=key,
        vrf=vrf if bar else None,
        peer=peer,
        address=parse_address(peer),
        local=parse_address(local),
        local_text=local,
        asn=number(config.text("BGP_NEIGHBOR", key, "asn")),
    )


@once
def _edges(config: ConfigDb) -> Mapping[int, tuple[list[int], list[int]]]:
    """Return per version the starts of the sorted subnets, and the largest end up to each."""
    edges = {}
    for version, entries in subnets(config).items():
        ends = list(accumulate((entry.last for entry in entries), max))
        edges[version] = ([entry.first for entry in entries], ends)
    return edges


def facing(config: ConfigDb, address: IPAddress) -> FileAddress | None:
    """Return the link address whose subnet holds ``address``, None if there is none."""
    value, entries = int(address), subnets(config)[address.version]
    starts, ends = _edges(config)[address.version]
    index = bisect_right(starts, value) - 1
    while index >= 0 and ends[index] >= value:
        if entries[index].last >= value:
            return entries[index]
        index -= 1
    return None
