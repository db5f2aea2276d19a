"""Asymmetric PFC is on at a port between switches.

Why: the port then obeys pause on all eight priorities but sends it only on the lossless ones.
Between switches this lets a fault in a lossy class stop the link; the setting is meant for servers
that pause other priorities.

Example: spine-1 Ethernet0, which leads to leaf-1, has pfc_asym on.

Fix: set pfc_asym off on both ends of links between switches.

Source: SONiC design "Asymmetric PFC"; SONiC YANG model sonic-port.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_link import port_field
from fabricgen.rules._fabric_roles import Tier, tiers

ID = "FAB028"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every port with pfc_asym on that leads to a switch."""
    tier = tiers(fabric)
    for link in fabric.links:
        for near, far in ((link.a, link.b), (link.b, link.a)):
            if (
                port_field("pfc_asym", "off")(fabric, near) == "on"
                and tier[far.device] is not Tier.DPU
            ):
                yield found(
                    fabric.devices[near.device],
                    f"pfc_asym is on at {named(near)}, which leads to the switch port {named(far)}",
                    "set pfc_asym off on both ends of links between switches",
                    "PORT",
                    near.port,
                    "pfc_asym",
                )
