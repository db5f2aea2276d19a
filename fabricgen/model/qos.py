"""Traffic classes, headroom, pools, ECN points and watchdog of a design."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.diagnostic import Problem
from fabricgen.model.platform import PoolSpec, ProfileSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficClass:
    """One class from DSCP to queue. ``weight`` is the DWRR weight, None on a strict queue.

    ``limit_pct`` is the most of a port's rate that the queue may take, None for all of it.
    """

    name: str
    dscps: tuple[int, ...]
    tc: int
    pg: int
    queue: int
    lossless: bool
    strict: bool = False
    weight: int | None = None
    ecn: bool = False
    limit_pct: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One term of a computed number, for ``plan``: what it is, its bytes, how it came about."""

    name: str
    value_bytes: int
    formula: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Headroom:
    """The lossless profile of one platform, HwSKU, speed and cable.

    ``cable_m`` is the real cable, ``row_cable_m`` the length it was rounded up to. ``source`` is
    ``"table"`` (the platform's own row), ``"arithmetic"`` or ``"fit"``. ``terms`` explain the number.
    ``doubt`` says what speaks against a row that is used, empty without.
    """

    platform: str
    hwsku: str
    speed_mbps: int
    cable_m: int
    row_cable_m: int
    size_bytes: int
    xon_bytes: int
    xoff_bytes: int
    threshold: int
    xon_offset_bytes: int | None
    source: str
    needed_bytes: int
    terms: tuple[Term, ...] = ()
    doubt: str = ""

    @property
    def profile(self) -> str:
        """The name buffermgrd gives the same profile."""
        return f"pg_lossless_{self.speed_mbps}_{self.row_cable_m}m_profile"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wred:
    """ECN marking of one port speed on one platform; thresholds in bytes.

    ``bound_bytes`` is the largest threshold for which ECN marks before PFC pauses even with every port
    busy: alpha * shared / (n * (1 + alpha)).
    """

    name: str
    speed_mbps: int
    kmin_bytes: int
    kmax_bytes: int
    pmax_pct: int
    bound_bytes: int
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Watchdog:
    """PFC watchdog times in milliseconds; ``reasons`` say in words how they came about."""

    poll_ms: int
    detection_ms: int
    restoration_ms: int
    action: str = "drop"
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PortQos:
    """QoS of one port. ``cable_row_m`` is the CABLE_LENGTH value; 0 where nothing lossless crosses.

    ``lossless_profile`` and ``wred`` are names, None on ports without a lossless class.
    ``asymmetric`` says that the port obeys pause of every priority.
    """

    port: str
    cable_row_m: int
    lossless_profile: str | None
    wred: str | None
    speed_mbps: int = 0
    asymmetric: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BufferBudget:
    """Where the packet buffer of a device goes, in bytes.

    ``reserved_bytes`` is what ports keep beside pools, ``group_bytes`` what lossless groups keep for
    themselves, ``headroom_pool_bytes`` the shared headroom pool, ``shared_bytes`` what the lossless
    ingress pool shares, ``other_bytes`` what is left for other ingress pools or unused.
    ``demand_bytes`` is the headroom of all lossless groups at once. ``longest_m`` is the longest cable
    with which these ports stay lossless, 0 where none does, and ``ports`` says which these are.
    """

    chip_bytes: int
    reserved_bytes: int
    group_bytes: int
    headroom_pool_bytes: int
    shared_bytes: int
    other_bytes: int
    demand_bytes: int
    longest_m: int
    ports: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicInputs:
    """What the dynamic buffer model computes from; ``over_subscribe`` None: no shared headroom."""

    lossless_mtu_bytes: int
    small_frames_pct: int
    threshold: int
    over_subscribe: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NicParameter:
    """One setting of a NIC: name, value, unit in words (empty where the source gives none)."""

    name: str
    value: str
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NicQos:
    """Settings of the NICs of a compute group in one fabric, equal on all of its nodes.

    ``dscps`` maps a DSCP to a priority, lossless classes only; ``pfc`` are the priorities that pause.
    ``source`` says where ``parameters`` come from.
    """

    group: str
    node: str
    fabric: str
    family: str
    speed_mbps: int
    mtu_bytes: int
    trust: str
    dscps: Mapping[int, int]
    pfc: tuple[int, ...]
    cnp_dscp: int
    cnp_priority: int
    ecn: bool
    preset: str
    parameters: tuple[NicParameter, ...]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HopProof:
    """A lossless class over all links of one kind, speed and cable: what both ends give it.

    ``near`` and ``far`` name the first link's ends, ``count`` is the number of such links. Headroom is
    the smaller of both ends in bytes; ``kmax_bytes`` and ``bound_bytes`` are None without marking.
    """

    fabric: str
    name: str
    kind: str
    near: str
    far: str
    count: int
    priority: int
    cable_m: int
    mtu_bytes: int
    xoff_bytes: int
    needed_bytes: int
    kmax_bytes: int | None
    bound_bytes: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceQos:
    """Everything the QoS and buffer tables of one device need, ready to write down.

    ``buffers`` is False on platforms whose buffers SONiC does not manage through CONFIG_DB (DPUs):
    then only maps are written. ``pg_profiles``/``queue_profiles`` map a range text to a profile for ports
    (the lossless PG excepted, which is per port). ``buffer_model`` is traditional or dynamic.
    ``pools`` may hold sizes of None (computed by the switch).
    """

    classes: tuple[TrafficClass, ...]
    lossless_priorities: tuple[int, ...]
    pfc_to_pg: bool
    buffers: bool
    buffer_model: str
    pools: tuple[PoolSpec, ...]
    profiles: tuple[ProfileSpec, ...]
    headroom: tuple[Headroom, ...]
    wred: tuple[Wred, ...]
    pg_profiles: Mapping[str, str]
    queue_profiles: Mapping[str, str]
    ingress_profile_list: tuple[str, ...]
    egress_profile_list: tuple[str, ...]
    ports: tuple[PortQos, ...]
    watchdog: Watchdog | None
    budget: BufferBudget | None = None
    dynamic: DynamicInputs | None = None
    weighted: str = "DWRR"
    pcp: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class QosPlan:
    """QoS of all devices; devices without classes (out-of-band) are absent.

    ``nics`` are the settings of the hosts, ``proofs`` the lossless classes hop by hop, ``reasons`` why
    the classes are as they are.
    """

    devices: Mapping[str, DeviceQos]
    problems: tuple[Problem, ...] = ()
    nics: tuple[NicQos, ...] = ()
    proofs: tuple[HopProof, ...] = ()
    reasons: tuple[str, ...] = ()
