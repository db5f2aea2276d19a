"""Read the cabling file: one cable a line, by the names in its first line."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fabricgen.model.configdb import FileEnd
from fabricgen.model.diagnostic import Place, Problem
from fabricgen.source import SourceText, read_text

_NEEDED = ("a_device", "a_port", "b_device", "b_port")
_GIGABITS = re.compile(r"[0-9]{1,5}")
_METRES = re.compile(r"([0-9]{1,6})\s*m?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cable:
    """One line of the file; length and speed are None where it does not give them."""

    a: FileEnd
    b: FileEnd
    cable_m: int | None
    speed_mbps: int | None
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Cabling:
    """The cables of a file in its order. The only problem kind is ``cabling-unreadable``."""

    cables: tuple[Cable, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_cabling(source: Path | str) -> Cabling:
    """Return the cables of a CSV file, or of its text.

    Columns are found by name (``a_device``, ``a_port``, ``b_device``, ``b_port``, ``cable_m``,
    ``speed_gbps``) in any order; others are ignored. Never raises for what is wrong with the file.
    """
    if isinstance(source, str):
        text = SourceText(file="cabling.csv", text=source)
    else:
        text = read_text(source)
    if text.problems and not text.text:
        return Cabling(
            problems=tuple(_unreadable(p.message, p.hint, p.place) for p in text.problems)
        )
    items = tuple(_lines(text))
    return Cabling(
        cables=tuple(item for item in items if isinstance(item, Cable)),
        problems=tuple(item for item in items if isinstance(item, Problem)),
    )


def _unreadable(message: str, hint: str, place: Place) -> Problem:
    return Problem(kind="cabling-unreadable", message=message, hint=hint, place=place)


def _lines(text: SourceText) -> Iterator[Cable | Problem]:
    reader = csv.reader(io.StringIO(text.text, newline=""))
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        missing = [name for name in _NEEDED if name not in header]
        if missing:
            yield _unreadable(
                f"the cabling file has no column {', '.join(missing)}",
                f"name the columns in the first line: {','.join(_NEEDED)},cable_m",
                Place(file=text.file, line=1, column=1),
            )
            return
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _cable(header, cells, Place(file=text.file, line=reader.line_num, column=1))
    except csv.Error as error:
        place = Place(file=text.file, line=reader.line_num, column=1)
        yield _unreadable(
            f"the cabling file is no CSV: {error}", "quote cells as RFC 4180 says", place
        )


def _cable(header: Sequence[str], cells: Sequence[str], place: Place) -> Cable | Problem:
    row = {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
    empty = [name for name in _NEEDED if not row.get(name)]
    if empty:
        return _unreadable(
            f"the cable of this line has no {', '.join(empty)}",
            "fill the cell or drop the line",
            place,
        )
    length = row.get("cable_m", "")
    metres = _METRES.fullmatch(length)
    if length and (metres is None or not int(metres[1])):
        return _unreadable(
            f"cable_m is {length!r}, which is no length in whole metres",
            "write whole metres from 1 up, such as 30",
            place,
        )
    speed = _GIGABITS.fullmatch(row.get("speed_gbps", ""))
    return Cable(
        a=FileEnd(device=row["a_device"], port=row["a_port"]),
        b=FileEnd(device=row["b_device"], port=row["b_port"]),
        cable_m=int(metres[1]) if metres else None,
        speed_mbps=int(speed[0]) * 1000 if speed else None,
        place=place,
    )
