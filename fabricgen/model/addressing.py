"""Addresses and autonomous system numbers of a topology."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

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
class SubInterface:
    """A sub-interface of a port between switches, which carries one VRF."""

    vrf: str
    vlan_id: int
    address: InterfaceAddress


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
    ``interfaces`` also holds NIC ends of nodes (label ``nic1``), for host settings. The fields that end
    in 6 hold the same for IPv6. ``unnumbered`` are the ports that peer by link-local address, and
    ``router_ids`` the 32-bit identity of a device whether or not it has an IPv4 loopback. ``vteps`` are tunnel
    endpoints apart from the loopbacks. ``vrf_ports`` gives the VRF of host ports, ``sub_interfaces`` what carries VRFs.
    """

    asns: Mapping[str, int]
    loopbacks: Mapping[str, str]
    interfaces: Mapping[tuple[str, str], InterfaceAddress]
    host_prefixes: Mapping[str, tuple[str, ...]]
    management: Mapping[str, ManagementAddress]
    access_vlans: Mapping[str, AccessVlan]
    pools: tuple[PoolUse, ...] = ()
    problems: tuple[Problem, ...] = ()
    loopbacks6: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    interfaces6: Mapping[tuple[str, str], InterfaceAddress] = field(
        default_factory=lambda: MappingProxyType({})
    )
    host_prefixes6: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    unnumbered: frozenset[tuple[str, str]] = frozenset()
    router_ids: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    vteps: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    vrf_ports: Mapping[tuple[str, str], str] = field(default_factory=lambda: MappingProxyType({}))
    sub_interfaces: Mapping[tuple[str, str], tuple[SubInterface, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
