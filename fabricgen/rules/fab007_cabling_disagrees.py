"""The cabling file and the configurations put a cable in different places.

Why: one of them is wrong. If it is the cabling file, technicians wire the fabric wrongly; if it is
the configuration, the session waits for a peer that is not there.

Example: the file has leaf-1 Ethernet16 to spine-2 Ethernet0, but leaf-1 Ethernet16 shares a /31
with spine-1 Ethernet0.

Fix: correct the line, or render the configurations again from the intent the file was made from.

Source: Juniper/terraform-provider-apstra issue 1070.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "FAB007"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every ``cabling-disagrees`` problem of rebuilding the fabric."""
    yield from findings(fabric.problems, "cabling-disagrees")
