"""A DPU attached to the fabric has no way to learn a route.

Why: without a session to its leaf and without a default route the DPU reaches its own links only.

Example: node-0001-dpu1 is linked to two leaves, has no BGP_NEIGHBOR row and no STATIC_ROUTE.

Fix: add sessions to both leaves, or default routes with the leaves' addresses as next hops.

Source: SONiC design "SmartSwitch"; SONiC YANG model sonic-static-route.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import far_ends, found
from fabricgen.rules._fabric_roles import Tier, tiers
from fabricgen.rules._fabric_sessions import speaks

ID = "FAB069"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every linked DPU without sessions and static routes."""
    for device, tier in tiers(fabric).items():
        config = fabric.devices[device]
        if tier is not Tier.DPU or not far_ends(fabric)[device] or speaks(config):
            continue
        if not config.rows("STATIC_ROUTE"):
            yield found(
                config,
                f"{device} is linked to {len(far_ends(fabric)[device])} leaf ports but has neither a BGP "
                "session nor a static route",
                "add sessions to its leaves, or default routes over them",
                "DEVICE_METADATA",
                "localhost",
            )
