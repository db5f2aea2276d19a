"""A port of the cabling file is admin down or runs another speed than its cable.

Why: host ports have no second file to compare with; the cabling file says what is plugged in. A
port that is down or at another speed leaves its GPU without this rail.

Example: the file has leaf-1 Ethernet0 to node-1 nic1 at 400 Gb/s, but the port has speed 200000,
or no admin_status.

Fix: set admin_status up and the speed of the cable; where the cage is split, use the breakout mode
that gives it.

Source: SONiC YANG model sonic-port (default of admin_status is down).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named, number

ID = "FAB019"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every port of a planned cable that cannot light it."""
    hosts = frozenset(fabric.host_links)
    for link in (*fabric.links, *fabric.host_links):
        far = {link.a: link.b, link.b: link.a}
        for near in (link.a, link.b):
            config = fabric.devices.get(near.device)
            if config is None or near.port not in config.rows("PORT"):
                continue
            speed = number(config.text("PORT", near.port, "speed"))
            state = config.text("PORT", near.port, "admin_status")
            if link in hosts and state != "up":
                yield found(
                    config,
                    f"{named(near)} has a planned cable to {named(far[near])} but "
                    + (f"admin_status {state}" if state else "no admin_status (so it is down)"),
                    "set admin_status to up",
                    "PORT",
                    near.port,
                    "admin_status" if state else None,
                )
            if link.speed_mbps is not None and speed not in (None, link.speed_mbps):
                yield found(
                    config,
                    f"{named(near)} has speed {speed} Mb/s, its planned cable to {named(far[near])} "
                    f"{link.speed_mbps} Mb/s",
                    "set the speed of the cable, and a breakout mode that gives it",
                    "PORT",
                    near.port,
                    "speed",
                )
