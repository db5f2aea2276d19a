"""A leaf of type ToRRouter serves hosts that have a second leaf.

Why: the type turns on BGP graceful restart (240 s). When such a leaf hangs, its neighbours keep
its routes as stale and go on sending to it; lab traffic of dual-homed DPUs was still lost after 29
s, instead of moving to the other leaf after the hold time of 10 s.

Example: frontend-leaf-01 has type ToRRouter; node-0001-dpu1 is attached to it and to
frontend-leaf-02.

Fix: use type LeafRouter (hash seed 10) or BackEndToRRouter (hash seed 0) on leaves with dual-homed
hosts.

Source: SONiC buildimage docker-fpm-frr bgpd.main.conf.j2; lab with FRR 8.4.4.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import far_ends, found
from fabricgen.rules._fabric_roles import Tier, kind, tiers
from fabricgen.rules._fabric_sessions import by_framework

ID = "FAB053"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every ToRRouter leaf with a dual-homed host below."""
    below: dict[str, list[str]] = {}
    for device, tier in tiers(fabric).items():
        leaves = (
            {end.device for end in far_ends(fabric)[device].values()} if tier is Tier.DPU else set()
        )
        for leaf in leaves if len(leaves) > 1 else ():
            below.setdefault(leaf, []).append(device)
    for leaf in fabric.devices:
        config = fabric.devices[leaf]
        hosts = below.get(leaf)
        if hosts and kind(config) == "ToRRouter" and not by_framework(config):
            yield found(
                config,
                f"{leaf} has type ToRRouter, which turns on graceful restart, and serves {len(hosts)} "
                f"hosts with a second leaf ({hosts[0]})",
                "use type LeafRouter or BackEndToRRouter",
                "DEVICE_METADATA",
                "localhost",
                "type",
            )
