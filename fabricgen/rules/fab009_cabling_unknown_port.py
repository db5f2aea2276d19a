"""The cabling file names a port that its device does not have.

Why: either the port name is wrong, or the cage is broken out differently from what the cabling
expects; then the cable has no port to light.

Example: the file has spine-1 Ethernet4, but the cage of spine-1 is not split and holds Ethernet0
only.

Fix: correct the port name, or BREAKOUT_CFG and PORT of the device.

Source: SONiC YANG models sonic-port and sonic-breakout_cfg.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "FAB009"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every ``cabling-unknown-port`` problem of rebuilding the fabric."""
    yield from findings(fabric.problems, "cabling-unknown-port")
