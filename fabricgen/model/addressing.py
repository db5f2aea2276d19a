"""Addresses and autonomous system numbers of a topology."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.diagnostic import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class InterfaceAddress:
    """An address on a port: dotted (or colon) text and prefix length."""

    address: str
    length: int

    def __str__(self) -> str:
        """Return ``10.0.0.1/31``, the form CONFIG_DB keys use."""
        return f"{self.address}/{self.length}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagementAddress:
    """The static address of eth0 and its gateway; both inside one out-of-band subnet."""

    address: InterfaceAddress
    gateway: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessVlan:
    """The VLAN of an out-of-band leaf: its gateway address and its untagged member ports."""

    vlan_id: int
    gateway: InterfaceAddress
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolUse:
    """How much of a pool's slice a fabric needs. ``unit`` names what is counted (``"/31 links"``)."""

    pool: str
    prefix: str
    slice: str
    capacity: int
    needed: int
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressPlan:
    """Everything is keyed by device name; interfaces by ``(device, port)``.

    ``host_prefixes`` are the aggregates a leaf advertises for what is cabled below it.
    ``interfaces`` also holds NIC ends of nodes (label ``nic1``), for host settings.
    """

    asns: Mapping[str, int]
    loopbacks: Mapping[str, str]
    interfaces: Mapping[tuple[str, str], InterfaceAddress]
    host_prefixes: Mapping[str, tuple[str, ...]]
    management: Mapping[str, ManagementAddress]
    access_vlans: Mapping[str, AccessVlan]
    pools: tuple[PoolUse, ...] = ()
    problems: tuple[Problem, ...] = ()
