"""Published ECN thresholds by speed."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from fabricgen.model.qos import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Kmin and Kmax in bytes, Pmax in percent, and how they came about."""

    kmin_bytes: int
    kmax_bytes: int
    pmax_pct: int
    terms: tuple[Term, ...]


_Row = tuple[int, int, int]  # Kmin, Kmax in bytes, Pmax in percent

# One value for all speeds, as these vendors and papers have it.
_FIXED: Mapping[str, tuple[_Row, str]] = MappingProxyType(
    {
        "nvidia": ((150_000, 1_500_000, 100), "NVIDIA Cumulus Linux, RoCE"),
        "azure": ((1_000_000, 2_000_000, 5), "Bai et al., NSDI 2023, lab at 40G"),
        "dell": ((2_048_000, 12_480_000, 15), "Dell Enterprise SONiC, Z9664F, roce enable"),
        "stock": ((1_048_576, 2_097_152, 5), "SONiC qos_config.j2, commit 086b03bd70f9"),
    }
)
# HPCC artefacts and Alibaba SimAI, Mb/s to thresholds.
_HPCC: Mapping[int, _Row] = MappingProxyType(
    {
        25_000: (100_000, 400_000, 20),
        50_000: (200_000, 800_000, 20),
        100_000: (400_000, 1_600_000, 20),
        200_000: (300_000, 1_200_000, 80),
        400_000: (800_000, 3_200_000, 20),
    }
)
_DCQCN: _Row = (5_000, 200_000, 1)  # at 40G
_DCQCN_MBPS = 40_000


def published(preset: str, speed_mbps: int) -> Thresholds:
    """Return the thresholds of a preset at a speed.

    ``dcqcn`` grows with the speed from the 40G of its paper; ``hpcc`` takes the row of the speed, or
    grows from that of the next lower one (from the lowest below it).

    Raises:
        KeyError: There is no such preset.
    """
    if preset == "dcqcn":
        row, source = _scaled(_DCQCN, speed_mbps, _DCQCN_MBPS), "Zhu et al., SIGCOMM 2015, at 40G"
    elif preset == "hpcc":
        at = max((speed for speed in _HPCC if speed <= speed_mbps), default=min(_HPCC))
        row, source = _scaled(_HPCC[at], speed_mbps, at), f"HPCC and SimAI, at {at // 1000}G"
    else:
        row, source = _FIXED[preset]
    kmin, kmax, pmax = row
    formula = f"preset {preset}: {source}"
    return Thresholds(
        kmin_bytes=kmin,
        kmax_bytes=kmax,
        pmax_pct=pmax,
        terms=(
            Term(name="Kmin", value_bytes=kmin, formula=formula),
            Term(name="Kmax", value_bytes=kmax, formula=formula),
        ),
    )


def _scaled(row: _Row, speed_mbps: int, at_mbps: int) -> _Row:
    kmin, kmax, pmax = row
    factor = Fraction(speed_mbps, at_mbps)
    return int(kmin * factor), int(kmax * factor), pmax
