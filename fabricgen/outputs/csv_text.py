"""CSV as RFC 4180 has it, and the few spellings that all tables share."""

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction


def to_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Return a table as CSV: UTF-8, one header line, lines end in CR LF."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue().encode()


def gbps(speed_mbps: int) -> str:
    """Return a speed in Gb/s without trailing zeros: 400000 -> ``400``, 2500 -> ``2.5``."""
    whole, rest = divmod(Fraction(speed_mbps, 1000), 1)
    return f"{whole}{str(float(rest))[1:] if rest else ''}"


def ordinal(position: int | None) -> str:
    """Return a position, which counts from 0, as people count it; empty for None."""
    return "" if position is None else str(position + 1)
