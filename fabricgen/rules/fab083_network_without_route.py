"""A network statement names a prefix for which the device has no route.

Why: FRR announces a network statement only while the device itself has a route to exactly this prefix. Without the interface, or
the blackhole route behind a block, the others never learn it, and no log says so.

Example: `BGP_GLOBALS_AF_NETWORK|default|ipv4_unicast|10.0.1.0/24` on leaf-1 without `STATIC_ROUTE|default|10.0.1.0/24`.

Fix: add the address or a blackhole static route of the prefix, or remove the statement.

Source: FRR user guide, bgp network import-check (on by default since FRR 7.4); sonic-frr-mgmt-framework, SONiC buildimage commit
086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.origins import networks_without_route
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_sessions import by_framework
from fabricgen.rules._vrf_views import instances

ID = "FAB083"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every statement that announces nothing."""
    for where, view in instances(fabric):
        for device, config in view.devices.items():
            if by_framework(config):
                for key, prefix in networks_without_route(view, config):
                    yield found(
                        config,
                        f"{where}{device} does not announce {prefix}: none of its interfaces and static routes is it",
                        f"add an address or a static route (blackhole) of {prefix}, or remove the statement",
                        "BGP_GLOBALS_AF_NETWORK",
                        key,
                    )
