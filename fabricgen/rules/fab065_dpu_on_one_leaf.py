"""All uplinks of a DPU lead to one leaf.

Why: a DPU has two uplinks so that its node survives the loss of a leaf. Both on one leaf protect
against a cable only.

Example: node-0001-dpu1 Ethernet0 and Ethernet4 both lead to frontend-leaf-01.

Fix: connect the uplinks to the two leaves of a pair.

Source: NVIDIA DGX SuperPOD converged network: dual-homed nodes.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.order import natural
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import far_ends, found
from fabricgen.rules._fabric_roles import Tier, tiers

ID = "FAB065"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every DPU with several links to one device only."""
    for device, tier in tiers(fabric).items():
        far = far_ends(fabric)[device]
        leaves = {end.device for end in far.values()}
        if tier is Tier.DPU and len(far) > 1 and len(leaves) == 1:
            ports = sorted(far, key=natural)
            yield found(
                fabric.devices[device],
                f"all {len(far)} uplinks of {device} ({', '.join(ports)}) lead to {leaves.pop()}",
                "connect the uplinks to two leaves",
                "DEVICE_NEIGHBOR"
                if fabric.devices[device].rows("DEVICE_NEIGHBOR")
                else "INTERFACE",
            )
