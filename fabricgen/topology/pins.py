"""Cabling that is there already: links keep the ports of a cabling file.

A file names pairs of ends. Links between the same two devices (for a NIC, the same NIC port) take the
ports of its lines in their order; everything else about a link follows from its position as ever.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabricgen.model.diagnostic import Place, Problem
from fabricgen.model.intent import Intent
from fabricgen.model.topology import End, Link
from fabricgen.topology import names
from fabricgen.topology.panel import Panel

_COLUMNS = ("a_device", "a_port", "b_device", "b_port")
_MOST_PROBLEMS = 20
_Pair = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pins:
    """Links with their ports pinned, and what does not fit."""

    links: tuple[Link, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A line of the file: its two ends by device."""

    line: int
    ends: Mapping[str, str]


def pin(links: Sequence[Link], text: str, panels: Mapping[str, Panel], intent: Intent) -> Pins:
    """Return the links with the ports of a cabling file.

    Args:
        links: The links as designed.
        text: CSV with the columns a_device, a_port, b_device and b_port; others do not matter.
        panels: The ports of each switch and DPU.
        intent: Says where the file is named.
    """
    place = intent.place("cabling")
    reader = csv.DictReader(io.StringIO(text))
    lacking = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
    if lacking:
        message = f"the cabling file has no column {', '.join(lacking)}"
        return Pins(links=tuple(links), problems=(_problem(message, place),))
    rows: dict[_Pair, list[_Row]] = {}
    for number, row in enumerate(reader, start=2):
        a, b = row["a_device"] or "", row["b_device"] or ""
        ends = {a: row["a_port"] or "", b: row["b_port"] or ""}
        rows.setdefault(_pair(a, b), []).append(_Row(line=number, ends=ends))
    moved, problems = _moved(links, rows, panels, place)
    problems += _unfit(moved, panels, place)
    return Pins(links=tuple(moved), problems=tuple(problems[:_MOST_PROBLEMS]))


def _pair(a: str, b: str) -> _Pair:
    return (a, b) if a <= b else (b, a)


def _moved(
    links: Sequence[Link],
    rows: Mapping[_Pair, list[_Row]],
    panels: Mapping[str, Panel],
    place: Place,
) -> tuple[list[Link], list[Problem]]:
    """Return the links on the ports of the rows, and the rows that no link takes."""
    free = {pair: list(several) for pair, several in rows.items()}
    moved = []
    for link in links:
        several = free.get(_pair(link.upper.device, link.lower.device), [])
        row = _taken(link, several, panels)
        moved.append(_at(link, row) if row else link)
    problems = [
        _problem(
            f"line {row.line} joins {pair[0]} and {pair[1]} once more than the design does", place
        )
        for pair, several in free.items()
        for row in several
    ]
    return moved, problems


def _taken(link: Link, several: list[_Row], panels: Mapping[str, Panel]) -> _Row | None:
    """Take the row of a link: of a NIC the one that names its port, else the next one."""
    fixed = link.lower.device not in panels or link.lower.port == "eth0"
    for row in several:
        if not fixed or row.ends[link.lower.device] == link.lower.port:
            several.remove(row)
            return row
    return None


def _at(link: Link, row: _Row) -> Link:
    upper, lower = link.upper, link.lower
    return replace(
        link,
        upper=End(device=upper.device, port=row.ends[upper.device]),
        lower=End(device=lower.device, port=row.ends[lower.device]),
    )


def _unfit(links: Iterable[Link], panels: Mapping[str, Panel], place: Place) -> Iterator[Problem]:
    """Yield ports that do not exist, run at another speed, or have two links."""
    speeds: dict[int, dict[str, int]] = {}
    seen: dict[tuple[str, str], End] = {}
    for link in links:
        for end, far in ((link.upper, link.lower), (link.lower, link.upper)):
            panel = panels.get(end.device)
            if panel is None or end.port == "eth0":
                continue
            known = speeds.setdefault(
                id(panel), {spec.name: spec.speed_mbps for spec in panel.specs}
            )
            where = f"{end.device} {end.port}"
            if end.port not in known:
                yield _problem(f"{where} is no port of {panel.platform} in this design", place)
            elif known[end.port] != link.speed_mbps:
                yield _problem(
                    f"{where} runs at {names.speed(known[end.port])}, its link at "
                    f"{names.speed(link.speed_mbps)}",
                    place,
                )
            elif (end.device, end.port) in seen:
                first = seen[end.device, end.port]
                yield _problem(
                    f"{where} has two links: to {first.device} {first.port} and to {far.device} {far.port}",
                    place,
                )
            seen.setdefault((end.device, end.port), far)


def _problem(message: str, place: Place) -> Problem:
    return Problem(
        kind="cabling",
        message=message,
        hint="correct the line; pin both links where two change places",
        place=place,
    )
