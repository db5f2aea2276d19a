"""A NIC is cabled to a leaf of another rail or plane.

Why: GPUs of one rail meet on one leaf. A NIC on the wrong rail sends its traffic over the spines and collides there, and a
NIC port on the wrong plane leaves its node with half of a plane.

Example: node-0004 nic3 on leaf-p1-su01-r2. Known by the names that fabricgen gives: nic3 belongs to rail 3, nic3p2 to
plane 2.

Fix: move the cable, or correct the DEVICE_NEIGHBOR row or the cabling file. On a DGX H100 the cages are not in the
order of the GPUs.

Source: NVIDIA DGX SuperPOD reference architectures (rail-optimised cabling); NVIDIA DGX H100 user guide (cage to GPU map).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._hosts import host_ports, leaf_place, nic_place

ID = "HST002"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for each NIC port on a leaf that serves another rail or plane."""
    for nic, ports in host_ports(fabric).items():
        card = nic_place(nic.port)
        for port in ports if card else ():
            leaf = leaf_place(port.device)
            if leaf is None or card is None:
                continue
            wrong = not leaf.first_rail <= card.first_rail <= leaf.last_rail
            if not wrong and card.plane in (None, leaf.plane):
                continue
            what = f"rail {card.first_rail}" if wrong else f"plane {card.plane}"
            config = fabric.devices[port.device]
            yield found(
                config,
                f"{named(nic)} belongs to {what} and leads to {named(port)}",
                "move the cable to the leaf of its own rail and plane",
                "DEVICE_NEIGHBOR",
                port.port if port.port in config.rows("DEVICE_NEIGHBOR") else None,
            )
