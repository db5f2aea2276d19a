"""One NIC port leads to two switch ports.

Why: a NIC port takes one cable. One of the two switch ports stays dark, or another node is meant, and its rail is
missing in every collective.

Example: leaf-p1-su01-r1 Ethernet0 and leaf-p1-su01-r2 Ethernet0 both name node-0001 nic1.

Fix: correct the DEVICE_NEIGHBOR row or the line of the cabling file that is wrong.

Source: NVIDIA DGX SuperPOD reference architectures, one cable per NIC port and rail.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._hosts import host_ports

ID = "HST001"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for each NIC port on more than one switch port."""
    for nic, ports in host_ports(fabric).items():
        if len(ports) < 2:
            continue
        last = ports[-1]
        config = fabric.devices[last.device]
        yield found(
            config,
            f"{named(nic)} leads to {len(ports)} switch ports: {', '.join(map(named, ports))}",
            "name the node that is really behind each port",
            "DEVICE_NEIGHBOR",
            last.port if last.port in config.rows("DEVICE_NEIGHBOR") else None,
        )
