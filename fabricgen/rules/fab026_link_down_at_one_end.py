"""One port of a link is admin down, the other is up.

Why: the link is down and its session with it. SONiC's default is down: a PORT row without
admin_status never comes up.

Example: leaf-1 Ethernet16 has no admin_status, spine-1 Ethernet0 has admin_status up.

Fix: set admin_status up on both ends, or down on both if the link is out of use.

Source: SONiC YANG model sonic-port (default down); lab: two sessions missing.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_link import differences, port_field

ID = "FAB026"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at the down end of every link that is up at the other end."""
    read = port_field("admin_status", "down")
    for one in differences(fabric, read):
        down, up = (one.odd, one.other) if one.odd_value != "up" else (one.other, one.odd)
        stated = fabric.devices[down.device].text("PORT", down.port, "admin_status")
        state = f"has admin_status {stated}" if stated else "has no admin_status (so it is down)"
        yield found(
            fabric.devices[down.device],
            f"{named(down)} {state} while {named(up)} at the other end of the link is up",
            "set admin_status to up, or take the link out of use on both ends",
            "PORT",
            down.port,
            "admin_status" if stated else None,
        )
