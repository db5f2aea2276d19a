"""Facts about switches, DPUs and GPU nodes, as the catalogue holds them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True, kw_only=True)
class PortSpec:
    """One port as SONiC's PORT table would hold it.

    ``parent`` is the first port of the cage (the BREAKOUT_CFG key), ``lanes`` the SerDes numbers in
    order, ``index`` the panel number, ``subport`` 0 for a whole cage and 1..n for its parts.
    ``fec`` is None where SONiC's platform code leaves the field out. ``omits`` names the fields
    (``"index"``, ``"subport"``) that the HwSKU's port_config.ini has no column for; their value
    here is derived.
    """

    name: str
    parent: str
    lanes: tuple[int, ...]
    alias: str
    index: int
    speed_mbps: int
    subport: int
    fec: str | None
    autoneg: str | None = None
    role: str | None = None
    omits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitPart:
    """``count`` ports of ``lanes_each`` lanes; ``speeds_mbps`` lists legal speeds, default first."""

    count: int
    lanes_each: int
    speeds_mbps: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakoutMode:
    """One way to split a cage, spelt as platform.json spells it (the brkout_mode text)."""

    name: str
    parts: tuple[SplitPart, ...]
    aliases: tuple[str, ...]

    @property
    def port_count(self) -> int:
        """Ports the mode makes of one cage."""
        return sum(part.count for part in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cage:
    """A front-panel cage: its parent port, lanes, panel index per lane, and legal breakout modes.

    ``service`` marks small management or in-band ports that a fabric must not use.
    """

    parent: str
    lanes: tuple[int, ...]
    indexes: tuple[int, ...]
    modes: Mapping[str, BreakoutMode]
    service: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadroomRow:
    """A row of the HwSKU's pg_profile_lookup.ini: bytes for one speed and cable length.

    ``threshold`` is the dynamic_th (or static_th) text of the row; ``xon_offset_bytes`` is None where
    the platform has no such column.
    """

    speed_mbps: int
    cable_m: int
    size_bytes: int
    xon_bytes: int
    xoff_bytes: int
    threshold: int
    xon_offset_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolSpec:
    """A buffer pool of the HwSKU's buffers_defaults file; ``xoff_bytes`` is its headroom pool."""

    name: str
    type: str
    mode: str
    size_bytes: int | None
    xoff_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileSpec:
    """A buffer profile of the HwSKU; exactly one of the two thresholds is set."""

    name: str
    pool: str
    size_bytes: int
    dynamic_th: int | None = None
    static_th: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BufferDefaults:
    """What the HwSKU's buffer template gives a device of one of ``topologies`` (t0, t1, ...).

    ``pg`` and ``queue`` map a range text (``"0"``, ``"3-4"``) to a profile name; the profile lists are
    in order.
    """

    topologies: tuple[str, ...]
    default_cable_m: int | None
    pools: tuple[PoolSpec, ...]
    profiles: tuple[ProfileSpec, ...]
    pg: Mapping[str, str]
    queue: Mapping[str, str]
    ingress_profile_list: tuple[str, ...]
    egress_profile_list: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hwsku:
    """One HwSKU of a platform: its shipped ports, headroom rows and buffers.

    ``breakout`` gives the shipped breakout mode of each parent port where the HwSKU is built from
    platform.json; it is empty where only a port_config.ini exists (then only ``ports`` is fixed).
    ``lossless`` is False where the HwSKU ships without pause (empty pfc_enable).
    ``lossless_priorities`` are those of its pfc_enable, ``lossless_queues`` the queues its map of
    priorities leads them to. ``anomalies`` are known errors of the upstream files, quoted, never
    repaired.
    """

    name: str
    ports: tuple[PortSpec, ...]
    breakout: Mapping[str, str]
    headroom_rows: tuple[HeadroomRow, ...]
    buffers: tuple[BufferDefaults, ...]
    lossless: bool
    anomalies: tuple[str, ...] = ()
    lossless_priorities: tuple[int, ...] = ()
    lossless_queues: tuple[int, ...] = ()

    @property
    def fixed_ports(self) -> bool:
        """Whether the port layout cannot be changed by breakout (port_config.ini only)."""
        return not self.breakout


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadroomInputs:
    """Inputs of the dynamic headroom arithmetic of an NVIDIA ASIC (delays in KiB)."""

    pipeline_latency_kib: float
    mac_phy_delay_kib: float
    peer_response_kib: float
    port_reserved_cells: int
    port_max_cells: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Capability:
    """Whether SONiC offers a feature on an ASIC: yes, no, or None where no source says.

    ``release`` is the first SONiC release with it, None where it is not tied to one.
    """

    name: str
    supported: bool | None
    release: str | None = None
    note: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asic:
    """The switching ASIC. None means that no source was found, never zero.

    ``buffer_bytes`` is the whole packet buffer, or the largest pool where only that is known
    (``buffer_is_pool`` is then true). ``scale`` holds table sizes by name (``ecmp_members``,
    ``ipv4_routes``, ...), those with a source only. ``sources`` says where each number comes from.
    """

    sonic_type: str
    vendor: str
    family: str
    cell_bytes: int | None = None
    buffer_bytes: int | None = None
    buffer_is_pool: bool = False
    headroom_inputs: HeadroomInputs | None = None
    part: str | None = None
    capabilities: Mapping[str, Capability] = field(default_factory=lambda: MappingProxyType({}))
    scale: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """A switch or DPU as SONiC knows it.

    ``id`` is the catalogue name (``nvidia-sn5600``), ``platform`` the ONIE string that goes into
    DEVICE_METADATA. ``role`` is fabric, oob, smartswitch or dpu. ``cages`` are in panel order.
    """

    id: str
    aliases: tuple[str, ...]
    product: str
    platform: str
    role: str
    asic: Asic
    default_hwsku: str
    cages: tuple[Cage, ...]
    hwskus: Mapping[str, Hwsku]
    source: str
    default_topology: str | None = None

    @property
    def fabric_cages(self) -> tuple[Cage, ...]:
        """The cages a fabric may use, in panel order."""
        return tuple(cage for cage in self.cages if not cage.service)


@dataclass(frozen=True, slots=True, kw_only=True)
class NicPorts:
    """``nics`` cards of ``speed_mbps`` each, every card split into ``ports`` equal ports.

    ``joins``: the card also runs as fewer and faster ports, which share its rate. ``pcie`` is the generation of its x16
    slot, None for the one its rate is made for; ``nics_per_slot`` cards share the slot's link to the host.
    """

    nics: int
    speed_mbps: int
    ports: int = 1
    joins: bool = False
    pcie: int | None = None
    nics_per_slot: int = 1

    @property
    def port_speed_mbps(self) -> int:
        """Speed of one port of a card."""
        return self.speed_mbps // self.ports


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeType:
    """A GPU server. ``backend.nics`` is its number of rails; None: no NIC for that fabric.

    ``hbm_gb`` is memory per GPU in GB (1e9 bytes), ``bf16_tflops`` the dense peak per GPU,
    ``nvlink_gbytes_per_s`` the usable scale-up bandwidth per GPU and direction, ``domain_gpus`` the GPUs
    of one scale-up domain (8 in a DGX, 72 in an NVL72 rack). None means unknown. ``in_network_reduction``: the
    domain's switches add gradients (NVLink SHARP).
    """

    id: str
    product: str
    gpus: int
    backend: NicPorts
    frontend: NicPorts | None = None
    storage: NicPorts | None = None
    oob_ports: int = 1
    dpus: int = 0
    domain_gpus: int | None = None
    hbm_gb: int | None = None
    bf16_tflops: float | None = None
    nvlink_gbytes_per_s: float | None = None
    in_network_reduction: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NicType:
    """A NIC. ``splits`` are ``(ports, Mb/s of one port)``: as it ships first, then what it can be split into."""

    id: str
    product: str
    vendor: str
    splits: tuple[tuple[int, int], ...]
    dpu: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CableKind:
    """A kind of cable or optics.

    ``medium`` is copper (passive), active (copper with retimers) or optical. ``connector`` is
    one-piece (cable and ends in one), multimode or single-mode (fibre between transceivers).
    ``reach_m`` maps a lane rate in Mb/s to the longest cable in whole metres.
    """

    id: str
    product: str
    medium: str
    kind: str
    connector: str
    reach_m: Mapping[int, int]
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSettings:
    """FEC, autoneg and link training of both ends of a link, as PORT spells them."""

    fec: str
    autoneg: str
    link_training: str
