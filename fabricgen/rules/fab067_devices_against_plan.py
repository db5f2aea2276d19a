"""The folder of configurations does not hold the devices of the plan.

Why: a missing file is a switch that keeps its old configuration or has none; an extra one belongs
to another fabric or to a switch that was taken out of the plan.

Example: the cabling file (or the intent, where files are held against one) names spine-p1-02
Ethernet0, and no file has this hostname.

Fix: render the folder again, or correct the plan.

Source: the output folder of fabricgen, format version 1.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "FAB067"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield the problems of holding the files against the plan."""
    yield from findings(fabric.problems, "device-without-file")
    yield from findings(fabric.problems, "device-not-planned")
