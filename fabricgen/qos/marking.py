"""ECN marking that begins before PFC pauses, per port speed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import EcnIntent
from fabricgen.model.qos import Term, TrafficClass, Wred
from fabricgen.qos.arithmetic import KIB
from fabricgen.qos.layout import Layout, expanded
from fabricgen.qos.shape import Ground, Shape
from fabricgen.qos.thresholds import Thresholds, published

# Upper limit of Kmax: 8 kB per Gbit/s, the 400G preset of the HPCC and SimAI simulations (800 kB and
# 3200 kB, 20 %), scaled with speed. Kmax takes 90 % of the bound; Kmin is a quarter of Kmax.
PRESET_BYTES_PER_GBPS = 8000
BOUND_SHARE = Fraction(9, 10)
KMIN_SHARE = Fraction(1, 4)
KMIN_FRAMES = 2
KMAX_FRAMES = 8  # a slower port's Kmax is not scaled below this where the bound allows it
PMAX_PCT = 20


_UNKNOWN = Problem(
    kind="ecn-after-pfc",
    message="the HwSKU ships no buffer pools, so nothing says where a marked lossy queue would drop and where "
    "it should be marked",
    hint="choose a published qos.ecn.preset, pin kmin and kmax, or use a platform whose pools are known",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedBuffer:
    """What the bound needs: shared bytes of the lossless pool, front ports, alpha as a power of 2."""

    shared_bytes: int
    port_count: int
    alpha_log2: int

    @property
    def bound_bytes(self) -> int:
        """The largest threshold with which ECN marks first even when every port is congested.

        A priority group stops at alpha * (B - s) with s bytes in use, at most n thresholds K; so
        K < alpha * B / (n * (1 + alpha)). Source: Zhu et al., Congestion Control for Large-Scale RDMA
        Deployments, SIGCOMM 2015, section 4, in SONiC's terms (ours).
        """
        alpha = Fraction(2) ** self.alpha_log2
        return int(alpha * self.shared_bytes / (self.port_count * (1 + alpha)))

    @property
    def formula(self) -> str:
        """How the bound came about, in words and numbers."""
        return (
            f"alpha * B / (n * (1 + alpha)): B {self.shared_bytes}, n {self.port_count}, "
            f"alpha 2^{self.alpha_log2}"
        )


def name_of(speed_mbps: int) -> str:
    """Return the WRED profile name of a speed: ``roce_400g``."""
    if speed_mbps % 1000:
        return f"roce_{speed_mbps}m"
    return f"roce_{speed_mbps // 1000}g"


def _down_kib(value: Fraction) -> int:
    return int(value / KIB) * KIB


def _up_kib(value: Fraction) -> int:
    return -(-value // KIB) * KIB


def wred(
    speed_mbps: int,
    fastest_mbps: int,
    buffer: SharedBuffer,
    mtu_bytes: int,
    asked: EcnIntent | None = None,
) -> Wred | Problem:
    """Return the marking of one speed, or why there is none.

    Args:
        speed_mbps: Port speed.
        fastest_mbps: Fastest lossless port of the device; slower ports mark in proportion earlier,
            but not below eight frames.
        buffer: The shared buffer of the device.
        mtu_bytes: Largest frame; marking below two of them would hit single packets.
        asked: A preset and pinned values; without them ECN is made to come before PFC.

    Problem kinds: ``ecn-after-pfc``, ``pinned-values``.
    """
    pins = asked or EcnIntent()
    if pins.preset == "auto" and not (pins.kmin and pins.kmax):
        base = _computed(speed_mbps, fastest_mbps, buffer, mtu_bytes)
    elif pins.preset == "auto":
        base = Thresholds(kmin_bytes=1, kmax_bytes=2, pmax_pct=PMAX_PCT, terms=())
    else:
        base = published(pins.preset, speed_mbps)
    if isinstance(base, Problem):
        return base
    kmin, kmax = pins.kmin or base.kmin_bytes, pins.kmax or base.kmax_bytes
    if kmin >= kmax:
        return Problem(
            kind="pinned-values",
            message=f"Kmin {kmin} bytes is not below Kmax {kmax} bytes at {speed_mbps} Mb/s",
            hint="pin both, or neither",
        )
    terms = [Term(name="bound", value_bytes=buffer.bound_bytes, formula=buffer.formula)]
    terms += base.terms
    for name, value in (("Kmin", pins.kmin), ("Kmax", pins.kmax)):
        if value:
            terms.append(Term(name=name, value_bytes=value, formula="pinned in the intent"))
    return Wred(
        name=name_of(speed_mbps),
        speed_mbps=speed_mbps,
        kmin_bytes=kmin,
        kmax_bytes=kmax,
        pmax_pct=base.pmax_pct if pins.pmax is None else max(1, int(100 * pins.pmax)),
        bound_bytes=buffer.bound_bytes,
        terms=tuple(terms),
    )


def _computed(
    speed_mbps: int, fastest_mbps: int, buffer: SharedBuffer, mtu_bytes: int
) -> Thresholds | Problem:
    """Return thresholds below the bound, or the problem ``ecn-after-pfc``."""
    limit = BOUND_SHARE * buffer.bound_bytes
    scaled = limit * Fraction(speed_mbps, fastest_mbps)
    scaled = min(limit, max(scaled, Fraction(KMAX_FRAMES * mtu_bytes)))
    preset = Fraction(PRESET_BYTES_PER_GBPS * speed_mbps, 1000)
    kmax = _down_kib(min(scaled, preset))
    kmin = _up_kib(max(KMIN_SHARE * kmax, Fraction(KMIN_FRAMES * mtu_bytes)))
    if kmin >= kmax:
        return _too_late(speed_mbps, int(scaled), kmin, buffer, mtu_bytes)
    return Thresholds(
        kmin_bytes=kmin,
        kmax_bytes=kmax,
        pmax_pct=PMAX_PCT,
        terms=(
            Term(
                name="90 % of the bound at this speed",
                value_bytes=int(scaled),
                formula=f"{speed_mbps} of {fastest_mbps} Mb/s, at least {KMAX_FRAMES} frames",
            ),
            Term(name="preset", value_bytes=int(preset), formula="8 kB per Gb/s"),
        ),
    )


def lossy_marks(
    ground: Ground, one: Shape, tables: Layout, classes: Iterable[TrafficClass]
) -> tuple[tuple[Wred, ...], tuple[Problem, ...]]:
    """Return the marking of lossy classes on a device without PFC, slowest speed first.

    The bound is then that of dropping: a queue drops at alpha * (B - s) of its own profile's pool.
    """
    queues = expanded(tables.queue)
    names = {queues.get(item.queue) for item in classes if item.ecn}
    profiles = [profile for profile in tables.profiles if profile.name in names]
    pools = {pool.name: pool.size_bytes or 0 for pool in tables.pools}
    buffer = SharedBuffer(
        shared_bytes=min((pools.get(item.pool, 0) for item in profiles), default=0),
        port_count=max(1, len(one.ports)),
        alpha_log2=min((item.dynamic_th or 0 for item in profiles), default=0),
    )
    speeds = sorted({port.speed_mbps for port in one.ports if port.cable_m is not None})
    qos = ground.intent.qos
    if not buffer.shared_bytes and qos.ecn.preset == "auto" and not (qos.ecn.kmin and qos.ecn.kmax):
        return (), (_UNKNOWN,)
    answers = [wred(speed, speeds[-1], buffer, qos.mtu, qos.ecn) for speed in speeds]
    wrong = tuple(item for item in answers if isinstance(item, Problem))
    marks = () if wrong else tuple(item for item in answers if isinstance(item, Wred))
    known = marks if buffer.shared_bytes else ()
    return marks, (
        *wrong,
        *(item for mark in known for item in late(mark, before="the queue drops")),
    )


def late(mark: Wred, *, before: str = "PFC pauses") -> Iterator[Problem]:
    """Yield the problem ``ecn-above-bound`` of thresholds that a preset or a pin puts too high."""
    if mark.kmax_bytes > mark.bound_bytes:
        both = " and Kmin" if mark.kmin_bytes > mark.bound_bytes else ""
        yield Problem(
            kind="ecn-above-bound",
            message=f"Kmax {mark.kmax_bytes} bytes{both} at {mark.speed_mbps} Mb/s (Kmin "
            f"{mark.kmin_bytes}) is above {mark.bound_bytes} bytes, so {before} before ECN has "
            "marked every packet when all ports are busy",
            hint=f"pin kmax at most {mark.bound_bytes}, or use the preset auto",
        )


def _too_late(
    speed_mbps: int, limit_bytes: int, kmin_bytes: int, buffer: SharedBuffer, mtu_bytes: int
) -> Problem:
    return Problem(
        kind="ecn-after-pfc",
        message=f"ECN at {speed_mbps} Mb/s must mark below {limit_bytes} bytes to come before PFC "
        f"({buffer.shared_bytes} shared bytes, {buffer.port_count} ports), which leaves no room "
        f"above Kmin {kmin_bytes} bytes (2 frames of {mtu_bytes} bytes)",
        hint="use fewer ports per switch, a smaller MTU or a platform with more buffer",
    )
