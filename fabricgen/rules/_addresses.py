"""The addresses of a file, by value: interfaces, management, BGP neighbours."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from netaddr import AddrFormatError, IPAddress, IPNetwork

from fabricgen.model.configdb import ConfigDb
from fabricgen.rules._file import once

INTERFACE_TABLES = (
    "INTERFACE",
    "PORTCHANNEL_INTERFACE",
    "VLAN_INTERFACE",
    "VLAN_SUB_INTERFACE",
)
LOOPBACKS = "LOOPBACK_INTERFACE"
MANAGEMENT = "MGMT_INTERFACE"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAddress:
    """An address row ``interface|address/length`` of an interface table.

    ``value``, ``first`` and ``last`` (of its subnet) are integers of IP version ``version``.
    ``vrf`` is the interface's VRF or VNET name, empty in the default one.
    """

    table: str
    key: str
    interface: str
    vrf: str
    text: str
    version: int
    value: int
    length: int
    first: int
    last: int

    @property
    def bits(self) -> int:
        """Width of an address of this version."""
        return 32 if self.version == 4 else 128

    @property
    def canonical(self) -> str:
        """The address and length in their shortest lower-case form."""
        return f"{_written(self.value, self.version)}/{self.length}"

    @property
    def subnet(self) -> str:
        """The subnet in its shortest lower-case form."""
        return f"{_written(self.first, self.version)}/{self.length}"


def _written(value: int, version: int) -> str:
    return str(IPAddress(value, 4 if version == 4 else 6))


def parse_address(text: str | None) -> IPAddress | None:
    """Return an IPv4 or IPv6 address without length or zone, None if the text is none."""
    if not text:
        return None
    try:
        return IPAddress(text)
    except (AddrFormatError, ValueError, TypeError):
        return None


def parse_network(text: str | None) -> IPNetwork | None:
    """Return an ``address/length`` pair, None if the text is none (or has no length)."""
    if not text or "/" not in text:
        return None
    try:
        return IPNetwork(text)
    except (AddrFormatError, ValueError, TypeError):
        return None


def rows_of(config: ConfigDb, table: str) -> Iterator[FileAddress]:
    """Yield the readable address rows of one interface table in file order."""
    for key in config.rows(table):
        interface, bar, text = key.partition("|")
        network = parse_network(text) if bar else None
        if network is None:
            continue
        vrf = config.text(table, interface, "vrf_name") or config.text(
            table, interface, "vnet_name"
        )
        yield FileAddress(
            table=table,
            key=key,
            interface=interface,
            vrf="" if vrf in (None, "default") else str(vrf),
            text=text,
            version=network.version,
            value=int(network.ip),
            length=network.prefixlen,
            first=network.first,
            last=network.last,
        )


@once
def link_addresses(config: ConfigDb) -> tuple[FileAddress, ...]:
    """Return the addresses of ports, port channels, VLANs and sub-interfaces."""
    return tuple(entry for table in INTERFACE_TABLES for entry in rows_of(config, table))


@once
def loopback_addresses(config: ConfigDb) -> tuple[FileAddress, ...]:
    """Return the addresses of loopbacks."""
    return tuple(rows_of(config, LOOPBACKS))


@once
def management_addresses(config: ConfigDb) -> tuple[FileAddress, ...]:
    """Return the addresses of the management port."""
    return tuple(rows_of(config, MANAGEMENT))


def data_addresses(config: ConfigDb) -> tuple[FileAddress, ...]:
    """Return the addresses of links and loopbacks."""
    return link_addresses(config) + loopback_addresses(config)


@once
def owners(config: ConfigDb) -> Mapping[tuple[int, int], tuple[FileAddress, ...]]:
    """Return the rows that hold an address, by (version, value)."""
    held: dict[tuple[int, int], list[FileAddress]] = {}
    for entry in data_addresses(config):
        held.setdefault((entry.version, entry.value), []).append(entry)
    return {key: tuple(entries) for key, entries in held.items()}


@once
def subnets(config: ConfigDb) -> Mapping[int, tuple[FileAddress, ...]]:
    """Return the link addresses of each IP version, sorted by the start of their subnet."""
    return {
        version: tuple(
            sorted(
                (entry for entry in link_addresses(config) if entry.version == version),
                key=lambda entry: (entry.first, -entry.last),
            )
        )
        for version in (4, 6)
    }
