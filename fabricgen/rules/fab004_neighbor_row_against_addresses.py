"""DEVICE_NEIGHBOR names another far port than the addresses do.

Why: the addresses decide where BGP goes, DEVICE_NEIGHBOR says where the cable goes. When they
differ, either two cables are swapped or two addresses are; in the first case the sessions never
come up, in the second all works until somebody trusts the table.

Example: `DEVICE_NEIGHBOR|Ethernet16` on leaf-1 says spine-2 Ethernet0, but the other address of
its /31 is on spine-1 Ethernet0.

Fix: find out where the cable really goes (LLDP), then correct the row or swap the addresses.

Source: SONiC YANG model sonic-device_neighbor; sonic-mgmt LLDP tests compare this table with the
wire.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_neighbors import meant, stated

ID = "FAB004"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every linked port whose neighbour row names another port."""
    for link in fabric.links:
        if link.how != "subnet":
            continue
        for near, far in ((link.a, link.b), (link.b, link.a)):
            config = fabric.devices[near.device]
            name, port = stated(config, near.port)
            if name is None or (name == far.device and port in (None, far.port)):
                continue
            if name == far.device and meant(fabric, name, port) == far:
                continue
            yield found(
                config,
                f"DEVICE_NEIGHBOR of {named(near)} says {name} {port or '(no port)'}, but its subnet "
                f"is shared with {named(far)}",
                "correct the row, or the address if the cable goes where the row says",
                "DEVICE_NEIGHBOR",
                near.port,
                "port" if name == far.device else "name",
            )
