"""Only one end of a link has a DEVICE_NEIGHBOR row.

Why: the boot script of the PFC watchdog, the buffer defaults and the LLDP checks cover only ports
with a row. The end without one is left out silently.

Example: leaf-1 Ethernet16 says spine-1 Ethernet0; spine-1 has no `DEVICE_NEIGHBOR|Ethernet0`.

Fix: add the mirror row.

Source: SONiC sonic-utilities pfcwd start_default; SONiC YANG model sonic-device_neighbor.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named

ID = "FAB006"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link end without a row whose far end has one."""
    for link in fabric.links:
        for near, far in ((link.a, link.b), (link.b, link.a)):
            config, other = fabric.devices[near.device], fabric.devices[far.device]
            if near.port in config.rows("DEVICE_NEIGHBOR"):
                continue
            if far.port in other.rows("DEVICE_NEIGHBOR"):
                yield found(
                    config,
                    f"{named(near)} has no DEVICE_NEIGHBOR row, while {named(far)} at the other end "
                    "of the link has one",
                    f"add DEVICE_NEIGHBOR|{near.port} with name {far.device} and port {far.port}",
                    "DEVICE_NEIGHBOR",
                    near.port,
                )
