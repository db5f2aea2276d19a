"""A BGP session is admin down at one end only.

Why: one shut end keeps the session down; the other end reports an outage that is only configured.

Example: `BGP_NEIGHBOR|10.64.0.0` on leaf-1 has admin_status down, spine-1's row for 10.64.0.1 is
up. Without the field, `DEVICE_METADATA|localhost|default_bgp_status` decides.

Fix: set admin_status up, or shut both ends.

Source: SONiC YANG model sonic-bgp-common; SONiC bgpcfgd peer manager.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_sessions import pairs

ID = "FAB044"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at the down end of every session that is up at the other end."""
    for pair in pairs(fabric):
        if pair[0].up == pair[1].up:
            continue
        down, up = pair if not pair[0].up else (pair[1], pair[0])
        config = fabric.devices[down.device]
        stated = config.text("BGP_NEIGHBOR", down.key, "admin_status") is not None
        yield found(
            config,
            f"the session {down.key} of {down.device} to {up.device} is admin down here and up at the "
            "other end",
            "set admin_status to up, or shut both ends",
            "BGP_NEIGHBOR",
            down.key,
            "admin_status" if stated else None,
        )
