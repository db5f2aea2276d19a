"""The lossless profile of a port: the platform's own row, else arithmetic, else our fit."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from fabricgen.model.diagnostic import Problem
from fabricgen.model.platform import HeadroomRow, Hwsku, Platform
from fabricgen.model.qos import Headroom, Term
from fabricgen.qos import arithmetic, delay
from fabricgen.qos.arithmetic import LosslessPort, Pattern

DOUBT_PCT = 10  # twice the largest error of the delay model
FABRIC_MTU_BYTES = 9216  # the worst-case rows of published tables are made with it


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """What is asked of a port: speed, lanes, the real cable, and the MTU of the fabric.

    ``pattern`` is the traffic an intent pins, None for the rows of the platform's table.
    """

    port: LosslessPort
    mtu_bytes: int
    shared_headroom: bool
    pattern: Pattern | None = None


def needed_terms(speed_mbps: int, cable_m: int, mtu_bytes: int) -> tuple[Term, ...]:
    """Return the terms of the vendor-neutral lower bound of a port's headroom.

    Two propagation delays at 200000 km/s, a frame under way at each end, and the time the peer may
    take to obey. No cell or small-frame loss is counted, so a real switch needs at least this much.

    Source: IEEE 802.1Q, annex on buffer requirements for priority-based flow control.
    """
    quanta = _quanta(speed_mbps)
    return (
        Term(
            name="cable",
            value_bytes=cable_bytes(speed_mbps, cable_m),
            formula=f"2 x {cable_m} m at {speed_mbps} Mb/s and 200000 km/s",
        ),
        Term(name="frames", value_bytes=2 * mtu_bytes, formula=f"2 x MTU {mtu_bytes}"),
        Term(
            name="peer response",
            value_bytes=quanta * arithmetic.QUANTUM_BYTES,
            formula=f"{quanta} pause quanta of 64 bytes",
        ),
    )


def cable_bytes(speed_mbps: int, cable_m: int) -> int:
    """Return the bytes a cable holds there and back at 200000 km/s, rounded up."""
    return math.ceil(Fraction(cable_m * speed_mbps, 800))


def _quanta(speed_mbps: int) -> int:
    if speed_mbps > max(arithmetic.PAUSE_QUANTA):
        return arithmetic.peer_quanta(speed_mbps) or 0
    listed = [speed for speed in arithmetic.PAUSE_QUANTA if speed <= speed_mbps]
    return arithmetic.PAUSE_QUANTA[max(listed, default=min(arithmetic.PAUSE_QUANTA))]


def needed_bytes(speed_mbps: int, cable_m: int, mtu_bytes: int) -> int:
    """Return the vendor-neutral lower bound of a port's headroom in bytes."""
    return sum(term.value_bytes for term in needed_terms(speed_mbps, cable_m, mtu_bytes))


def rows_of(hwsku: Hwsku, speed_mbps: int) -> tuple[HeadroomRow, ...]:
    """Return the rows of one speed, shortest cable first."""
    rows = (row for row in hwsku.headroom_rows if row.speed_mbps == speed_mbps)
    return tuple(sorted(rows, key=lambda row: row.cable_m))


def row_for(rows: tuple[HeadroomRow, ...], demand: Demand) -> HeadroomRow | None:
    """Return the row of the next cable length that is not shorter, None without a sound one.

    A row is passed over when it gives less than a shorter cable's row, or less than the
    vendor-neutral need of the real cable: tables have rows by mistake, and rows made for peers that
    obey faster than the standard asks. The next longer row that gives enough is as good as the
    platform's own, and never too small.
    """
    port = demand.port
    shorter = [row.xoff_bytes for row in rows if row.cable_m < port.cable_m]
    floor = max([needed_bytes(port.speed_mbps, port.cable_m, demand.mtu_bytes), *shorter])
    longer = (row for row in rows if row.cable_m >= port.cable_m)
    return next((row for row in longer if row.xoff_bytes >= floor), None)


def headroom(platform: Platform, hwsku: Hwsku, demand: Demand) -> Headroom | Problem:
    """Return the headroom of a port, or why there is none.

    The next row of the HwSKU's own table that is not shorter than the cable; without one the ASIC's
    published arithmetic with the smallest frames; without that our delay model. A pinned pattern goes
    straight to the arithmetic, with its own traffic.

    Problem kinds: ``no-headroom``, ``cable-too-long``.
    """
    port = demand.port
    rows = rows_of(hwsku, port.speed_mbps)
    row = row_for(rows, demand) if demand.pattern is None else None
    if row is not None:
        return _from_row(platform, hwsku, demand, row)
    if platform.asic.headroom_inputs is not None and platform.asic.cell_bytes is not None:
        return _from_arithmetic(platform, hwsku, demand, rows)
    model = delay.MODELS.get(arithmetic.family(platform.asic))
    if model is not None and port.speed_mbps >= delay.MIN_SPEED_MBPS:
        return _from_fit(platform, hwsku, demand, rows, model)
    return _missing(platform, hwsku, port, rows)


def _missing(
    platform: Platform, hwsku: Hwsku, port: LosslessPort, rows: tuple[HeadroomRow, ...]
) -> Problem:
    where = f"{platform.id} ({hwsku.name})"
    if rows:
        return Problem(
            kind="cable-too-long",
            message=f"a {port.cable_m} m cable at {port.speed_mbps} Mb/s is longer than the longest "
            f"sound headroom row of {where}, {rows[-1].cable_m} m",
            hint=f"use cables of at most {rows[-1].cable_m} m, or a platform whose table goes further",
        )
    return Problem(
        kind="no-headroom",
        message=f"no headroom is known for a lossless port of {port.speed_mbps} Mb/s on {where}: it "
        "has no table row of that speed, and its ASIC no published arithmetic or fit",
        hint="supply rows (speed, cable, size, xon, xoff, threshold) in a platform file of your own "
        "(platforms: FOLDER), or use a platform that has them",
    )


def _from_row(platform: Platform, hwsku: Hwsku, demand: Demand, row: HeadroomRow) -> Headroom:
    port = demand.port
    terms = needed_terms(port.speed_mbps, port.cable_m, demand.mtu_bytes)
    rest = row.xoff_bytes - sum(term.value_bytes for term in terms)
    formula = f"row {row.speed_mbps} {row.cable_m}m of the platform's table: xoff {row.xoff_bytes}"
    return Headroom(
        platform=platform.id,
        hwsku=hwsku.name,
        speed_mbps=port.speed_mbps,
        cable_m=port.cable_m,
        row_cable_m=row.cable_m,
        size_bytes=row.size_bytes,
        xon_bytes=row.xon_bytes,
        xoff_bytes=row.xoff_bytes,
        threshold=row.threshold,
        xon_offset_bytes=row.xon_offset_bytes,
        source="table",
        needed_bytes=row.xoff_bytes - rest,
        terms=(*terms, Term(name="cells and small frames", value_bytes=rest, formula=formula)),
        doubt=doubt(platform, row),
    )


def doubt(platform: Platform, row: HeadroomRow) -> str:
    """Return what speaks against a row of the platform's own table, empty where nothing does.

    Compared are the ASIC's delay model, from which sound rows differ by 5 % at most, and whole cells where
    the table is counted in cells (NVIDIA's is in KiB).
    """
    asic, found = platform.asic, []
    model = delay.MODELS.get(arithmetic.family(asic))
    if model is not None and row.speed_mbps >= delay.MIN_SPEED_MBPS:
        expected = delay.model_xoff(model, row.speed_mbps, row.cable_m)
        if row.xoff_bytes * 100 < expected * (100 - DOUBT_PCT):
            less = 100 - row.xoff_bytes * 100 // expected
            found.append(
                f"{less} % less than the {expected} bytes by which rows of {model.fitted_to} go, on the "
                "same ASIC"
            )
    if asic.cell_bytes and asic.headroom_inputs is None and row.xoff_bytes % asic.cell_bytes:
        found.append(f"no whole number of {asic.cell_bytes} byte cells")
    return ", and ".join(found)


def _from_arithmetic(
    platform: Platform, hwsku: Hwsku, demand: Demand, rows: tuple[HeadroomRow, ...]
) -> Headroom:
    port, inputs = demand.port, platform.asic.headroom_inputs
    assert inputs is not None
    pattern = demand.pattern or Pattern(port_mtu_bytes=max(FABRIC_MTU_BYTES, demand.mtu_bytes))
    tofino = platform.asic.sonic_type == "barefoot"
    shared = demand.shared_headroom or tofino
    terms = arithmetic.xoff_terms(
        port,
        pattern,
        platform.asic,
        shared_headroom=shared,
        revision=arithmetic.TOFINO if tofino else arithmetic.TODAY,
    )
    xoff = sum(term.value_bytes for term in terms)
    xon = arithmetic.xon_bytes(port.lanes, inputs)
    return Headroom(
        platform=platform.id,
        hwsku=hwsku.name,
        speed_mbps=port.speed_mbps,
        cable_m=port.cable_m,
        row_cable_m=port.cable_m,
        size_bytes=arithmetic.size_bytes(
            xoff, xon, port.lanes, pattern.port_mtu_bytes, shared_headroom=shared
        ),
        xon_bytes=xon,
        xoff_bytes=xoff,
        threshold=rows[-1].threshold if rows else 0,
        xon_offset_bytes=None,
        source="arithmetic",
        needed_bytes=needed_bytes(port.speed_mbps, port.cable_m, demand.mtu_bytes),
        terms=terms,
    )


def _from_fit(
    platform: Platform,
    hwsku: Hwsku,
    demand: Demand,
    rows: tuple[HeadroomRow, ...],
    model: delay.DelayModel,
) -> Headroom:
    port = demand.port
    terms = delay.xoff_terms(model, port.speed_mbps, port.cable_m)
    fitted = Headroom(
        platform=platform.id,
        hwsku=hwsku.name,
        speed_mbps=port.speed_mbps,
        cable_m=port.cable_m,
        row_cable_m=port.cable_m,
        size_bytes=model.size_bytes,
        xon_bytes=model.xon_bytes,
        xoff_bytes=sum(term.value_bytes for term in terms),
        threshold=model.threshold,
        xon_offset_bytes=model.xon_offset_bytes,
        source="fit",
        needed_bytes=needed_bytes(port.speed_mbps, port.cable_m, demand.mtu_bytes),
        terms=terms,
    )
    return _like_rows(_raised(fitted, rows, model.cell_bytes), rows or hwsku.headroom_rows)


def _raised(fitted: Headroom, rows: tuple[HeadroomRow, ...], cell_bytes: int) -> Headroom:
    """Return ``fitted`` with at least the xoff of every shorter cable's row and of the need."""
    floor = max([fitted.needed_bytes, *(row.xoff_bytes for row in rows)])
    more = math.ceil(floor / cell_bytes) * cell_bytes - fitted.xoff_bytes
    if more <= 0:
        return fitted
    why = "never below a shorter cable's row or the vendor-neutral need"
    raised = Term(name="floor", value_bytes=more, formula=why)
    xoff = fitted.xoff_bytes + more
    return replace(fitted, xoff_bytes=xoff, terms=(*fitted.terms, raised))


def _like_rows(fitted: Headroom, rows: tuple[HeadroomRow, ...]) -> Headroom:
    """Return ``fitted`` with size, xon and threshold as the HwSKU's own rows have them."""
    if not rows:
        return fitted
    return replace(
        fitted,
        size_bytes=rows[-1].size_bytes,
        xon_bytes=rows[-1].xon_bytes,
        threshold=rows[-1].threshold,
        xon_offset_bytes=rows[-1].xon_offset_bytes,
    )
