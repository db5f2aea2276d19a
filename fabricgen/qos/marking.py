"""ECN marking that begins before PFC pauses, per port speed."""

from dataclasses import dataclass
from fractions import Fraction

from fabricgen.model.diagnostic import Problem
from fabricgen.model.qos import Term, Wred
from fabricgen.qos.arithmetic import KIB

# Upper limit of Kmax: 8 kB per Gbit/s, the 400G preset of the HPCC and SimAI simulations (800 kB and
# 3200 kB, 20 %), scaled with speed. Kmax takes 90 % of the bound; Kmin is a quarter of Kmax.
PRESET_BYTES_PER_GBPS = 8000
BOUND_SHARE = Fraction(9, 10)
KMIN_SHARE = Fraction(1, 4)
KMIN_FRAMES = 2
KMAX_FRAMES = 8  # a slower port's Kmax is not scaled below this where the bound allows it
PMAX_PCT = 20


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


def name(speed_mbps: int) -> str:
    """Return the WRED profile name of a speed: ``roce_400g``."""
    if speed_mbps % 1000:
        return f"roce_{speed_mbps}m"
    return f"roce_{speed_mbps // 1000}g"


def _down_kib(value: Fraction) -> int:
    return int(value / KIB) * KIB


def _up_kib(value: Fraction) -> int:
    return -(-value // KIB) * KIB


def wred(
    speed_mbps: int, fastest_mbps: int, buffer: SharedBuffer, mtu_bytes: int
) -> Wred | Problem:
    """Return the marking of one speed, or why ECN cannot come before PFC.

    Args:
        speed_mbps: Port speed.
        fastest_mbps: Fastest lossless port of the device; slower ports mark in proportion earlier,
            but not below eight frames.
        buffer: The shared buffer of the device.
        mtu_bytes: Largest frame; marking below two of them would hit single packets.

    Problem kind: ``ecn-after-pfc``.
    """
    bound = buffer.bound_bytes
    limit = BOUND_SHARE * bound
    scaled = limit * Fraction(speed_mbps, fastest_mbps)
    scaled = min(limit, max(scaled, Fraction(KMAX_FRAMES * mtu_bytes)))
    preset = Fraction(PRESET_BYTES_PER_GBPS * speed_mbps, 1000)
    kmax = _down_kib(min(scaled, preset))
    kmin = _up_kib(max(KMIN_SHARE * kmax, Fraction(KMIN_FRAMES * mtu_bytes)))
    if kmin >= kmax:
        return _too_late(speed_mbps, int(scaled), kmin, buffer, mtu_bytes)
    return Wred(
        name=name(speed_mbps),
        speed_mbps=speed_mbps,
        kmin_bytes=kmin,
        kmax_bytes=kmax,
        pmax_pct=PMAX_PCT,
        bound_bytes=bound,
        terms=(
            Term(name="bound", value_bytes=bound, formula=buffer.formula),
            Term(
                name="90 % of the bound at this speed",
                value_bytes=int(scaled),
                formula=f"{speed_mbps} of {fastest_mbps} Mb/s, at least {KMAX_FRAMES} frames",
            ),
            Term(name="preset", value_bytes=int(preset), formula="8 kB per Gb/s"),
        ),
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
