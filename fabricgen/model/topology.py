"""The derived network: devices, ports and links by position."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from fabricgen.model.diagnostic import Problem
from fabricgen.model.platform import PortSpec


class Role(StrEnum):
    """What a device is. Nodes are GPU servers: they appear as link ends, no file is made for them."""

    LEAF = "leaf"
    SPINE = "spine"
    SUPER_SPINE = "super-spine"
    DPU = "dpu"
    NODE = "node"


class PortUse(StrEnum):
    """What a switch port faces."""

    HOST = "host"  # a NIC or DPU below
    UP = "up"  # the next tier above
    DOWN = "down"  # the next tier below
    PEER = "peer"  # the other leaf of a pair
    ACCESS = "access"  # an untagged VLAN port of an out-of-band leaf
    SPARE = "spare"  # planned cage, no cable yet: kept admin down


class LinkKind(StrEnum):
    """Which boundary a link crosses."""

    HOST_LEAF = "host-leaf"
    DPU_LEAF = "dpu-leaf"
    LEAF_LEAF = "leaf-leaf"
    LEAF_SPINE = "leaf-spine"
    SPINE_SUPER_SPINE = "spine-super-spine"
    OOB = "oob"


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A device by its position.

    Positions count from 0: ``plane``, ``unit`` (scalable unit, pod or leaf pair), ``index`` within
    (fabric, plane, tier). Names shown to people count from 1. ``tier`` is 1 for leaves, 2 for spines,
    3 for super-spines, 0 for DPUs and nodes. ``rails`` are the rails a leaf serves, empty elsewhere.
    ``node`` is the node a DPU sits in. ``platform`` and ``hwsku`` are None for nodes only.
    """

    name: str
    role: Role
    fabric: str
    tier: int
    plane: int
    unit: int
    index: int
    rails: tuple[int, ...] = ()
    platform: str | None = None
    hwsku: str | None = None
    node: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Port:
    """A port of a device in this design: what it is (``spec``) and what it faces (``use``).

    ``breakout`` is the brkout_mode of its cage, None for DPU cards without breakout.
    ``number`` is its position among the ports of the same use on the device, from 0.
    """

    device: str
    spec: PortSpec
    use: PortUse
    breakout: str | None
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """One end of a link. ``port`` is a SONiC port name, or a NIC label such as ``nic3p1`` on a node."""

    device: str
    port: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A cable's worth of one logical link.

    ``upper`` is the end nearer the top of the fabric (spine of leaf-spine, leaf of host-leaf; of a
    leaf pair the first leaf). ``cable_m`` is the real cable length in whole metres. ``number`` is the
    link's position in its fabric's and plane's address slice, or, for links to nodes and DPUs, in
    the address block of the leaf (and rail) above; it depends on positions only.
    ``built`` is False while an end of the link is
    planned only.
    """

    fabric: str
    plane: int
    kind: LinkKind
    upper: End
    lower: End
    speed_mbps: int
    cable_m: int
    number: int
    rail: int | None = None
    built: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class FabricSize:
    """The counts of one fabric, over all planes, links at link speed.

    ``oversubscription`` maps a tier (``"leaf"``, ``"spine"``) to its exact down/up bandwidth.
    ``units`` are scalable units built, ``units_planned`` those the spines have room for.
    ``leaf_host_ports`` are the host ports of a leaf for each rail it serves, cabled or not,
    ``leaf_uplinks`` the links of a leaf to the spines (or to the other leaf of a pair), and
    ``leaves_planned`` the leaves of a plane when all planned units are built.
    ``reasons`` say in words why this design was chosen. ``homes`` are the leaves of one plane that a
    NIC is cabled to. ``pods`` are the groups of units with spines of their own in three tiers, and
    ``units_per_pod`` their units (0 in fewer tiers); ``spines_planned`` the spines of a plane when
    all planned pods are built (0 where none are to come), ``spine_uplinks`` the links of a spine to
    the super-spines.
    """

    name: str
    topology: str
    planes: int
    tiers: int
    gpu_count: int
    node_count: int
    units: int
    units_planned: int
    nodes_per_unit: int
    leaf_count: int
    spine_count: int
    super_spine_count: int
    host_link_count: int
    leaf_spine_link_count: int
    spine_super_spine_link_count: int
    cable_count: Mapping[str, int]
    oversubscription: Mapping[str, Fraction]
    ecmp_width: Mapping[str, int]
    bisection_mbps: int
    injection_mbps: int
    max_switch_hops: int
    leaf_host_ports: int = 0
    leaf_uplinks: int = 0
    leaves_planned: int = 0
    reasons: tuple[str, ...] = ()
    homes: int = 1
    pods: int = 1
    pods_planned: int = 1
    units_per_pod: int = 0
    spines_planned: int = 0
    spine_uplinks: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Topology:
    """All fabrics of an intent.

    ``devices`` and ``links`` are in natural order; ``ports`` maps a device to its ports in panel order
    (every non-service cage, used or spare). ``planned`` are the links that growth will cable: to the missing
    nodes of a unit that is built, and to the units that ``grow_to`` makes room for. Their ports that exist
    are configured now, so that growth changes none of their rows. ``sizes`` maps a fabric name to its counts.
    """

    devices: tuple[Device, ...] = ()
    ports: Mapping[str, tuple[Port, ...]]
    links: tuple[Link, ...] = ()
    planned: tuple[Link, ...] = ()
    sizes: Mapping[str, FabricSize]
    problems: tuple[Problem, ...] = ()
