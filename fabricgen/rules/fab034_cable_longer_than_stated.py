"""CABLE_LENGTH is shorter than the real cable.

Why: headroom is computed for the stated length. What is in flight on the rest of the cable arrives
after the buffer is full and is dropped: the lossless class loses packets under congestion only.

Example: `CABLE_LENGTH|AZURE` Ethernet16 "5m" on leaf-1, the cabling file says 30.

Fix: write at least the real length, rounded up to a row of the platform's table.

Source: IEEE 802.1Qbb annex N; SONiC swss buffermgrd.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_qos import cable_metres

ID = "FAB034"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every port whose stated length is below the cabling file's."""
    metres = cable_metres(fabric)
    for link in (*fabric.links, *fabric.host_links):
        for end in (link.a, link.b):
            stated = metres.get(end)
            if link.cable_m is None or stated is None or not stated[0]:
                continue
            if stated[0] < link.cable_m:
                yield found(
                    fabric.devices[end.device],
                    f"CABLE_LENGTH of {named(end)} is {stated[0]} m, the cabling file says "
                    f"{link.cable_m} m",
                    "write at least the real length, rounded up to a row of the platform's table",
                    "CABLE_LENGTH",
                    stated[1],
                    stated[2],
                )
