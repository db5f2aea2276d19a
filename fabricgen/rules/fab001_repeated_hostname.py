"""Two files describe a device of the same hostname.

Why: names are how links, sessions and inventories tell devices apart; one of the two boxes gets
the other's configuration, and neighbour checks look at the wrong one.

Example: two files with `DEVICE_METADATA|localhost|hostname` "leaf-1".

Fix: give each device its own hostname, or take the old copy of the file out of the folder.

Source: SONiC YANG model sonic-device_metadata (hostname); DEVICE_NEIGHBOR refers to devices by name.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "FAB001"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every ``repeated-hostname`` problem of rebuilding the fabric."""
    yield from findings(fabric.problems, "repeated-hostname")
