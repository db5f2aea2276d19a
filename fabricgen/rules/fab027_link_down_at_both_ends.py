"""Both ports of a link are admin down.

Why: the files hold addresses or neighbour rows for a link that cannot carry anything: capacity
that the plan counts is missing. That is meant during maintenance only.

Example: leaf-1 Ethernet16 and spine-1 Ethernet0 have admin_status down.

Fix: set both to up, or remove the link from both files.

Source: SONiC YANG model sonic-port (default down).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named, settled_ends
from fabricgen.rules._fabric_link import port_field

ID = "FAB027"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link that is down at both ends."""
    read = port_field("admin_status", "down")
    for link in fabric.links:
        if not settled_ends(fabric, link):
            continue
        if read(fabric, link.a) != "up" and read(fabric, link.b) != "up":
            yield found(
                fabric.devices[link.a.device],
                f"{named(link.a)} and {named(link.b)} at the other end of the link are both admin down",
                "set admin_status to up on both ends, or remove the link from both files",
                "PORT",
                link.a.port,
                "admin_status",
            )
