"""A headroom row in use is no whole number of buffer cells.

Why: the ASIC counts in cells and rounds; the row was not made for this cell, so its other
assumptions may not hold either.

Example: Nokia-IXR7220-H5-64D has rows that do not divide by the 254 bytes of a Tomahawk 5 cell.

Fix: ask the vendor which cell and frame size the table was made for; accept the finding if they
stand by it.

Source: pg_profile_lookup.ini of the HwSKU, sonic-net/sonic-buildimage, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._catalogue import used_oddities

ID = "TOP026"
SEVERITY = Severity.NOTE
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each headroom row in use that does not divide by the cell."""
    for used in used_oddities(design, "cells"):
        yield Finding(
            message=f"{used.hwsku}: {used.oddity.message}",
            hint="ask the vendor which cell the table was made for",
            place=used.place,
        )
