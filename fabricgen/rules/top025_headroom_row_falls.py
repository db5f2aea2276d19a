"""A headroom row in use is smaller than that of a shorter cable or a slower port.

Why: a longer cable or a faster port has more bytes in flight after a pause, never fewer. One of the
two rows is wrong, and if it is the smaller one, lossless traffic is dropped.

Example: Mellanox-SN4700-C128 has 366592 bytes for 100G at 1500 m and 234496 bytes at 2000 m.

Fix: use a cable length whose row does not fall, or another HwSKU of the platform; the files of the
platform are not repaired here.

Source: pg_profile_lookup.ini of the HwSKU, sonic-net/sonic-buildimage, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._catalogue import used_oddities

ID = "TOP025"
SEVERITY = Severity.WARNING
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each falling headroom row that the design uses."""
    for used in used_oddities(design, "falls"):
        yield Finding(
            message=f"{used.hwsku}: {used.oddity.message}",
            hint="choose a cable length or a HwSKU whose headroom grows with the cable",
            place=used.place,
        )
