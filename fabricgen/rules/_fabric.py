"""What rules across devices share: ports and links by device, addresses by value, wording."""

import ipaddress
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from fabricgen.model.configdb import ConfigDb, FabricFiles, FileEnd, FileLink
from fabricgen.model.diagnostic import Finding
from fabricgen.rules._file import once as once

Ip: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
ADDRESS_TABLES = (
    "INTERFACE",
    "LOOPBACK_INTERFACE",
    "PORTCHANNEL_INTERFACE",
    "VLAN_INTERFACE",
    "VLAN_SUB_INTERFACE",
)


def named(end: FileEnd) -> str:
    """Return how messages call one end: device and port."""
    return f"{end.device} {end.port}"


def found(
    config: ConfigDb,
    message: str,
    hint: str,
    table: str,
    key: str | None = None,
    field: str | None = None,
) -> Finding:
    """Return a finding at a table, row or field of one device."""
    place = config.place(table, key, field)
    return Finding(message=message, hint=hint, place=place.on_device(config.device))


def number(text: str | None) -> int | None:
    """Return a whole number written in digits, None for anything else."""
    plain = (text or "").strip()
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) < 20 else None


def ip(text: str | None) -> Ip | None:
    """Return an address, None for anything that is not one."""
    try:
        return ipaddress.ip_address((text or "").strip())
    except ValueError:
        return None


def settled_ends(fabric: FabricFiles, link: FileLink) -> bool:
    """Return whether both ports of a link have a PORT row, so that fields can be compared."""
    return all(
        end.port in fabric.devices[end.device].rows("PORT")
        for end in (link.a, link.b)
        if end.device in fabric.devices
    )


@once
def far_ends(fabric: FabricFiles) -> Mapping[str, Mapping[str, FileEnd]]:
    """Return the far end of every linked port, by device and port."""
    result: dict[str, dict[str, FileEnd]] = {name: {} for name in fabric.devices}
    for link in fabric.links:
        result.setdefault(link.a.device, {})[link.a.port] = link.b
        result.setdefault(link.b.device, {})[link.b.port] = link.a
    return result


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """An address row: who owns it, where it is written, and its prefix length.

    ``network`` is (version, first address, length), equal for two addresses of one subnet.
    """

    device: str
    table: str
    key: str
    interface: str
    vrf: str
    address: Ip
    length: int

    @property
    def network(self) -> tuple[int, int, int]:
        """The subnet of the row."""
        shift = self.address.max_prefixlen - self.length
        return self.address.version, int(self.address) >> shift << shift, self.length

    def __str__(self) -> str:
        return f"{self.device} {self.interface} {self.address}/{self.length}"


def _owned(config: ConfigDb) -> Iterator[Owned]:
    for table in ADDRESS_TABLES:
        for key in config.rows(table):
            interface, bar, prefix = key.partition("|")
            text, _, length = prefix.partition("/")
            address = ip(text) if bar else None
            size = number(length)
            if address is None or address.is_link_local or size is None:
                continue
            if size <= address.max_prefixlen:
                yield Owned(
                    device=config.device,
                    table=table,
                    key=key,
                    interface=interface,
                    vrf=config.text(table, interface, "vrf_name") or "",
                    address=address,
                    length=size,
                )


@once
def addresses(fabric: FabricFiles) -> Mapping[str, tuple[Owned, ...]]:
    """Return every address row of every device, by device."""
    return {name: tuple(_owned(config)) for name, config in fabric.devices.items()}


@once
def owners(fabric: FabricFiles) -> Mapping[Ip, tuple[Owned, ...]]:
    """Return who owns each address, over all devices."""
    result: dict[Ip, list[Owned]] = {}
    for rows in addresses(fabric).values():
        for one in rows:
            result.setdefault(one.address, []).append(one)
    return {address: tuple(rows) for address, rows in result.items()}


@once
def port_addresses(fabric: FabricFiles) -> Mapping[FileEnd, tuple[Owned, ...]]:
    """Return the address rows of front-panel ports by port."""
    result: dict[FileEnd, list[Owned]] = {}
    for name, rows in addresses(fabric).items():
        for one in rows:
            if one.table == "INTERFACE":
                result.setdefault(FileEnd(device=name, port=one.interface), []).append(one)
    return {end: tuple(rows) for end, rows in result.items()}


def shared_subnet(fabric: FabricFiles, a: FileEnd, b: FileEnd) -> tuple[Owned, Owned] | None:
    """Return the address rows of two ports that lie in one subnet, None if there are none."""
    by_network = {one.network: one for one in port_addresses(fabric).get(b, ())}
    for one in port_addresses(fabric).get(a, ()):
        if one.network in by_network:
            return one, by_network[one.network]
    return None
