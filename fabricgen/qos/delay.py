"""Headroom of ASICs without published arithmetic: a delay model fitted to their own tables (ours).

xoff = fixed + k * rate * (loop delay + 10 ns a metre). A 64-byte frame takes 84 bytes of wire time
and one cell, so k is cell/84 where the vendor assumes the smallest frames. The fixed loop delay came
out at 2.1 to 2.3 microseconds for five ASICs of two vendors. Valid from 100 Gb/s.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from fabricgen.model.qos import Term

MIN_SPEED_MBPS = 100_000
NS_PER_M = 10  # both directions at 2e8 m/s
MARGIN_PCT = 2  # covers the largest error below a published row (1.2 %, Tomahawk 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class DelayModel:
    """Constants of one ASIC family; ``size``, ``xon``, ``xon_offset`` as its tables have them.

    ``error_pct`` is the largest error against the rows named in ``fitted_to``, 100G and up.
    """

    cell_bytes: int
    factor: Fraction
    fixed_bytes: int
    loop_ns: int
    size_bytes: int
    xon_bytes: int
    xon_offset_bytes: int
    threshold: int
    fitted_to: str
    error_pct: Fraction


_BY_84 = 84
MODELS = {
    "tomahawk3": DelayModel(
        cell_bytes=254,
        factor=Fraction(132, 100),
        fixed_bytes=31_931,
        loop_ns=2175,
        size_bytes=2540,
        xon_bytes=2540,
        xon_offset_bytes=2540,
        threshold=-2,
        fitted_to="Dell Z9332F",
        error_pct=Fraction(5),
    ),
    "tomahawk4": DelayModel(
        cell_bytes=254,
        factor=Fraction(254, _BY_84),
        fixed_bytes=48_129,
        loop_ns=2108,
        size_bytes=9144,
        xon_bytes=9144,
        xon_offset_bytes=9144,
        threshold=0,
        fitted_to="Dell Z9664F",
        error_pct=Fraction(5),
    ),
    "tomahawk5": DelayModel(
        cell_bytes=254,
        factor=Fraction(254, _BY_84),
        fixed_bytes=64_063,
        loop_ns=2140,
        size_bytes=18_796,
        xon_bytes=0,
        xon_offset_bytes=3556,
        threshold=0,
        fitted_to="Dell Z9864F",
        error_pct=Fraction(5),
    ),
    "tomahawk6": DelayModel(
        cell_bytes=420,
        factor=Fraction(420, _BY_84),
        fixed_bytes=84_996,
        loop_ns=2244,
        size_bytes=4620,
        xon_bytes=0,
        xon_offset_bytes=3360,
        threshold=0,
        fitted_to="Nexthop 4210",
        error_pct=Fraction(5),
    ),
    "teralynx10": DelayModel(
        cell_bytes=128,
        factor=Fraction(1024, 1000),
        fixed_bytes=10_349,
        loop_ns=2277,
        size_bytes=1518,
        xon_bytes=0,
        xon_offset_bytes=13_824,
        threshold=1,
        fitted_to="Marvell d64p512t",
        error_pct=Fraction(5),
    ),
}


def model_xoff(model: DelayModel, speed_mbps: int, cable_m: int) -> int:
    """Return the bare model's xoff in bytes, rounded up to whole cells, without the margin.

    Args:
        model: Constants of the ASIC.
        speed_mbps: Port speed, at least 100000.
        cable_m: Cable one way, at least 0.

    Raises:
        ValueError: The speed lies below the range of the fit.
    """
    if speed_mbps < MIN_SPEED_MBPS:
        raise ValueError(f"the delay model holds from {MIN_SPEED_MBPS} Mb/s, not {speed_mbps}")
    raw = model.fixed_bytes + _wire(model, speed_mbps, model.loop_ns + NS_PER_M * cable_m)
    return math.ceil(raw / model.cell_bytes) * model.cell_bytes


def _wire(model: DelayModel, speed_mbps: int, delay_ns: int) -> Fraction:
    return model.factor * Fraction(speed_mbps, 8000) * delay_ns


def xoff_terms(model: DelayModel, speed_mbps: int, cable_m: int) -> tuple[Term, ...]:
    """Return the terms of the xoff fabricgen uses: the model with a margin, in whole cells.

    Raises:
        ValueError: The speed lies below the range of the fit.
    """
    bare = model_xoff(model, speed_mbps, cable_m)
    cell = model.cell_bytes
    total = math.ceil(Fraction(bare * (100 + MARGIN_PCT), 100) / cell) * cell
    terms = (
        Term(name="fixed", value_bytes=model.fixed_bytes, formula=f"fit to {model.fitted_to}"),
        Term(
            name="peer response, MAC and PHY",
            value_bytes=int(_wire(model, speed_mbps, model.loop_ns)),
            formula=f"{model.loop_ns} ns at {speed_mbps} Mb/s, times {float(model.factor):.3f} "
            "for small frames",
        ),
        Term(
            name="cable",
            value_bytes=int(_wire(model, speed_mbps, NS_PER_M * cable_m)),
            formula=f"2 x {cable_m} m at 5 ns a metre, times {float(model.factor):.3f}",
        ),
    )
    rest = total - sum(term.value_bytes for term in terms)
    formula = f"{MARGIN_PCT} % and up to whole cells of {cell} bytes"
    return (*terms, Term(name="margin", value_bytes=rest, formula=formula))
