"""The cabling file, or a line of it, cannot be read.

Why: cable lengths decide the PFC headroom. A line that is skipped leaves its link unchecked.

Example: a first line without the column `b_port`, or a `cable_m` of "ten".

Fix: one cable a line, columns a_device, a_port, b_device, b_port, cable_m; whole metres.

Source: RFC 4180.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "FAB008"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every ``cabling-unreadable`` problem of rebuilding the fabric."""
    yield from findings(fabric.problems, "cabling-unreadable")
