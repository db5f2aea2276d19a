"""Traffic classes, headroom, pools, ECN points and watchdog of a design."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.diagnostic import Problem
from fabricgen.model.platform import PoolSpec, ProfileSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficClass:
    """One class from DSCP to queue. ``weight`` is the DWRR weight, None on a strict queue."""

    name: str
    dscps: tuple[int, ...]
    tc: int
    pg: int
    queue: int
    lossless: bool
    strict: bool = False
    weight: int | None = None
    ecn: bool = False


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
    """PFC watchdog times in milliseconds."""

    poll_ms: int
    detection_ms: int
    restoration_ms: int
    action: str = "drop"


@dataclass(frozen=True, slots=True, kw_only=True)
class PortQos:
    """QoS of one port. ``cable_row_m`` is the CABLE_LENGTH value; 0 where nothing lossless crosses.

    ``lossless_profile`` and ``wred`` are names, None on ports without a lossless class.
    """

    port: str
    cable_row_m: int
    lossless_profile: str | None
    wred: str | None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class QosPlan:
    """QoS of all devices; devices without classes (out-of-band) are absent."""

    devices: Mapping[str, DeviceQos]
    problems: tuple[Problem, ...] = ()
