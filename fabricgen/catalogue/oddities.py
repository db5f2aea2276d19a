"""Upstream data that contradicts itself: found by looking, flagged, never repaired."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fabricgen.catalogue.breakout import speed_text
from fabricgen.model.platform import HeadroomRow, Platform, PortSpec

_KIB = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadroomOddity:
    """A headroom row that contradicts the rows beside it or the ASIC's cell.

    ``kind`` is falls (less headroom than a shorter cable or a slower port) or cells.
    """

    kind: str
    row: HeadroomRow
    message: str


def headroom_oddities(
    rows: tuple[HeadroomRow, ...], cell_bytes: int | None
) -> Iterator[HeadroomOddity]:
    """Yield the rows that look wrong, in table order.

    A longer cable or a faster port cannot need less headroom, and a threshold that is no whole
    number of cells is not what the ASIC uses. Tables that count in KiB throughout are meant so.
    """
    in_kib = all(row.xoff_bytes % _KIB == 0 for row in rows)
    xoff = {(row.speed_mbps, row.cable_m): row.xoff_bytes for row in rows}
    speeds = sorted({row.speed_mbps for row in rows})
    cables = sorted({row.cable_m for row in rows})
    for row in rows:
        here = f"{speed_text(row.speed_mbps)} at {row.cable_m} m"
        shorter = [c for c in cables if c < row.cable_m and (row.speed_mbps, c) in xoff]
        slower = [s for s in speeds if s < row.speed_mbps and (s, row.cable_m) in xoff]
        if shorter and xoff[row.speed_mbps, shorter[-1]] > row.xoff_bytes:
            yield HeadroomOddity(
                kind="falls",
                row=row,
                message=f"xoff of {here} is {row.xoff_bytes} bytes, less than the "
                f"{xoff[row.speed_mbps, shorter[-1]]} bytes at {shorter[-1]} m",
            )
        if slower and xoff[slower[-1], row.cable_m] > row.xoff_bytes:
            yield HeadroomOddity(
                kind="falls",
                row=row,
                message=f"xoff of {here} is {row.xoff_bytes} bytes, less than the "
                f"{xoff[slower[-1], row.cable_m]} bytes of {speed_text(slower[-1])}",
            )
        if cell_bytes is not None and row.xoff_bytes % cell_bytes and not in_kib:
            yield HeadroomOddity(
                kind="cells",
                row=row,
                message=f"xoff of {here} is {row.xoff_bytes} bytes, no whole number of "
                f"{cell_bytes}-byte cells",
            )


def lanes_used_twice(ports: tuple[PortSpec, ...]) -> tuple[tuple[str, int], ...]:
    """Return ``(port, lane)`` for every lane that an earlier port, or the port itself, has too."""
    return repeated_lanes((port.name, port.lanes) for port in ports)


def repeated_lanes(
    ports: Iterable[tuple[str, tuple[int, ...]]],
) -> tuple[tuple[str, int], ...]:
    """Return ``(port, lane)`` for every lane of the ports that has been seen before."""
    seen: set[int] = set()
    repeated = []
    for name, lanes in ports:
        for lane in lanes:
            if lane in seen:
                repeated.append((name, lane))
            seen.add(lane)
    return tuple(repeated)


def aliases_of_two_cages(platform: Platform) -> Iterator[str]:
    """Yield in words each alias that modes of two cages of a platform give."""
    owners: dict[str, str] = {}
    for cage in platform.cages:
        for mode in cage.modes.values():
            for alias in mode.aliases:
                owner = owners.setdefault(alias, cage.parent)
                if owner != cage.parent:
                    yield f"{mode.name} of {cage.parent} has the alias {alias} of {owner}"
