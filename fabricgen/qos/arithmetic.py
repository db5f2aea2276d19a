"""The headroom arithmetic of SONiC's dynamic buffer model on NVIDIA ASICs, exact to the byte."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from fabricgen.model.platform import Asic, HeadroomInputs
from fabricgen.model.qos import Term

KIB = 1024
MIN_FRAME_BYTES = 64
QUANTUM_BYTES = 64  # a pause quantum is 512 bit times
PROPAGATION_M_PER_S = 198_000_000
# IEEE 802.3 limits of the time a peer needs to obey a pause, as sonic-swss' plugin lists them.
PAUSE_QUANTA = {
    10_000: 67,
    25_000: 80,
    40_000: 118,
    50_000: 147,
    100_000: 394,
    200_000: 453,
    400_000: 905,
    800_000: 905,
}
WIDE_LANES = 8
_TILE_FAMILIES = ("spectrum4", "spectrum5")
_TILE_BYTES_PER_GBPS = 15
_SPECTRUM6_KIB = 18
_PATTERN_KIB = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """What the headroom is made for: largest frames in bytes, share of 64-byte frames, gearbox."""

    port_mtu_bytes: int
    lossless_mtu_bytes: int = 1024
    small_frames_pct: int = 100
    gearbox_ns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """Which of the published variants of the arithmetic is meant; the default is today's plugin.

    ``by_frames`` weighs small frames by number and not by bytes, ``whole_factor`` rounds the cells of
    a small frame up, ``quanta`` takes the peer response from the pause quanta and not from the ASIC,
    ``peer_doubled`` counts 1810 quanta at 800G, ``surplus`` adds the fixed extra of Spectrum-6.
    """

    by_frames: bool = False
    whole_factor: bool = True
    quanta: bool = True
    peer_doubled: bool = False
    surplus: bool = True
    binary_cable: bool = False
    peer_doubled_at: int = 0


TODAY = Revision()
# The plugin of Tofino; it always sizes a group as with a shared headroom pool.
# Source: sonic-swss cfgmgr/buffer_headroom_barefoot.lua, commit e6b0c5b5d2ab.
TOFINO = Revision(by_frames=True, whole_factor=False, binary_cable=True, peer_doubled_at=400_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class LosslessPort:
    """A port as the arithmetic sees it. ``cable_m`` is one way."""

    speed_mbps: int
    lanes: int
    cable_m: int


def family(asic: Asic) -> str:
    """Return the ASIC family in small letters and digits, ``spectrum4``."""
    return "".join(letter for letter in asic.family.lower() if letter.isalnum())


def up_kib(value: Fraction | int) -> int:
    """Return ``value`` bytes rounded up to whole KiB."""
    return math.ceil(Fraction(value) / KIB) * KIB


def _kib(value: float) -> Fraction:
    return Fraction(str(value)) * KIB


def occupancy(cell_bytes: int, pattern: Pattern, revision: Revision = TODAY) -> Fraction:
    """Return how many bytes of buffer a byte of traffic takes, at least 1.

    Source: sonic-swss cfgmgr/buffer_headroom_mellanox.lua, commit e6b0c5b5d2ab.
    """
    if cell_bytes > 2 * MIN_FRAME_BYTES:
        worst = Fraction(cell_bytes, MIN_FRAME_BYTES)
    else:
        worst = Fraction(2 * cell_bytes, 1 + cell_bytes)
    if revision.whole_factor:
        worst = Fraction(math.ceil(worst))
    share = pattern.small_frames_pct
    if revision.by_frames:
        return 1 + Fraction(share, 100) * (worst - 1)
    mean = Fraction(share * MIN_FRAME_BYTES + (100 - share) * pattern.lossless_mtu_bytes, 100)
    return 1 + Fraction(MIN_FRAME_BYTES) / mean * (worst - 1)


def peer_quanta(speed_mbps: int) -> int | None:
    """Return the pause quanta in which a peer must obey, None where the plugin lists none.

    Above 800G nobody lists them yet; the 1.16 microseconds of 400G are kept (ours).
    """
    if speed_mbps > max(PAUSE_QUANTA):
        return math.ceil(Fraction(PAUSE_QUANTA[400_000] * speed_mbps, 400_000))
    return PAUSE_QUANTA.get(speed_mbps)


def _peer(speed_mbps: int, inputs: HeadroomInputs, revision: Revision) -> tuple[str, Fraction, str]:
    quanta = peer_quanta(speed_mbps) if revision.quanta else None
    if quanta is None:
        kib = inputs.peer_response_kib
        return "peer response", _kib(kib), f"{kib} KiB of the ASIC"
    if (revision.peer_doubled and speed_mbps == 800_000) or speed_mbps == revision.peer_doubled_at:
        quanta *= 2
    return "peer response", Fraction(quanta * QUANTUM_BYTES), f"{quanta} pause quanta of 64 bytes"


def _delay_terms(
    port: LosslessPort, pattern: Pattern, asic: Asic, inputs: HeadroomInputs, revision: Revision
) -> list[tuple[str, Fraction, str]]:
    speed = port.speed_mbps
    cable = Fraction(2 * port.cable_m * speed * 10**6, 8 * PROPAGATION_M_PER_S)
    if revision.binary_cable:
        cable = cable * 1000 / KIB
    terms = [
        ("port MTU", Fraction(pattern.port_mtu_bytes), "a frame that has just begun"),
        ("cable", cable, f"2 x {port.cable_m} m at {speed} Mb/s and 198000 km/s"),
        ("MAC and PHY", _kib(inputs.mac_phy_delay_kib), f"{inputs.mac_phy_delay_kib} KiB"),
        _peer(speed, inputs, revision),
    ]
    if pattern.gearbox_ns:
        held = Fraction(2 * speed * pattern.gearbox_ns, 8 * KIB)
        terms.append(("gearbox", held, f"2 x {pattern.gearbox_ns} ns at {speed} Mb/s"))
    if family(asic) in _TILE_FAMILIES:
        tile = Fraction(speed, 1000) * _TILE_BYTES_PER_GBPS
        terms.append(("on-tile delay", tile, "120 ns at line rate"))
    return terms


def xoff_terms(
    port: LosslessPort,
    pattern: Pattern,
    asic: Asic,
    *,
    shared_headroom: bool,
    revision: Revision = TODAY,
) -> tuple[Term, ...]:
    """Return the terms of xoff for a port and traffic; their sum is the xoff in whole KiB.

    ``shared_headroom`` says whether the pool has a shared headroom pool.

    Raises:
        ValueError: The ASIC has no cell size or no headroom inputs.

    Source: sonic-swss cfgmgr/buffer_headroom_mellanox.lua, commit e6b0c5b5d2ab.
    """
    inputs, cell = asic.headroom_inputs, asic.cell_bytes
    if inputs is None or cell is None:
        raise ValueError(f"the ASIC {asic.family} has no inputs for the headroom arithmetic")
    parts = _delay_terms(port, pattern, asic, inputs, revision)
    delay = sum((value for _, value, _ in parts), Fraction(0))
    factor = occupancy(cell, pattern, revision)
    total = up_kib(pattern.lossless_mtu_bytes + delay * factor)
    if family(asic) == "spectrum6" and revision.surplus:
        total += _SPECTRUM6_KIB * KIB
    if not shared_headroom:
        total += _correction(total, delay, cell, pattern, revision)
    held = pattern.lossless_mtu_bytes
    frame = Term(name="lossless frame", value_bytes=held, formula="in flight at the threshold")
    small = Term(
        name="small frames",
        value_bytes=int(delay * (factor - 1)),
        formula=f"{pattern.small_frames_pct} % of 64-byte frames in cells of {cell} bytes: "
        f"{float(factor):.4f} times the bytes",
    )
    delays = (Term(name=n, value_bytes=int(value), formula=how) for n, value, how in parts)
    terms = (frame, *delays, small)
    rest = total - sum(term.value_bytes for term in terms)
    return (*terms, Term(name="rounding", value_bytes=rest, formula="up to whole KiB"))


def _correction(
    total: int, delay: Fraction, cell: int, pattern: Pattern, revision: Revision
) -> int:
    """Return the 2 KiB added to mixed traffic while that stays below the worst case."""
    extra = _PATTERN_KIB * KIB
    smallest = replace(pattern, small_frames_pct=100)
    worst = up_kib(pattern.lossless_mtu_bytes + delay * occupancy(cell, smallest, revision))
    return extra if pattern.small_frames_pct != 100 and total + extra < worst else 0


def xon_bytes(lanes: int, inputs: HeadroomInputs) -> int:
    """Return xon in bytes: the pipeline latency in whole KiB, twice that on ports of 8 lanes."""
    return up_kib(_kib(inputs.pipeline_latency_kib)) * (2 if lanes >= WIDE_LANES else 1)


def size_bytes(
    xoff: int, xon: int, lanes: int, port_mtu_bytes: int, *, shared_headroom: bool
) -> int:
    """Return the reserved size of a lossless PG in bytes: xon alone with a shared headroom pool."""
    if shared_headroom:
        return xon
    return up_kib(xoff + xon + (port_mtu_bytes if lanes >= WIDE_LANES else 0))
