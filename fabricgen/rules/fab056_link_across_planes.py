"""A link joins two planes or two fabrics.

Why: planes share no switch, so that a fault or a pause storm stays in one of them. A cable across
planes joins their routes and buffers, and takes a port away from its own plane.

Example: leaf-p1-su01-r1 Ethernet256 leads to spine-p2-01, or a storage-leaf to a back-end spine.
Known by the names that fabricgen gives.

Fix: move the cable, or the addresses, to a switch of the same plane.

Source: Alibaba HPN (SIGCOMM 2024); NVIDIA DGX SuperPOD B300 dual-plane design.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_roles import named_part

ID = "FAB056"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link whose ends are named into different planes or fabrics."""
    for link in fabric.links:
        ends = [named_part(end.device) for end in (link.a, link.b)]
        if ends[0] is None or ends[1] is None or ends[0] == ends[1]:
            continue
        words = [
            f"plane {part.plane}" if part.fabric == "backend" else part.fabric
            for part in ends
            if part
        ]
        config = fabric.devices[link.a.device]
        table = "INTERFACE" if link.how == "subnet" else "DEVICE_NEIGHBOR"
        yield found(
            config,
            f"{named(link.a)} ({words[0]}) and {named(link.b)} ({words[1]}) are the ends of one link",
            "join only switches of one plane and fabric",
            table,
            link.a.port if link.a.port in config.rows(table) else None,
        )
