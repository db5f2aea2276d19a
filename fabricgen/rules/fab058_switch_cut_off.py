"""A switch has no working link to the others of its fabric.

Why: what is attached to it reaches nobody else. A link works when both ports are admin up and,
between BGP speakers, a session can run on it.

Example: all uplinks of leaf-4 are admin down, or its only session row has the wrong ASN on every
spine.

Fix: bring up at least one uplink and its session; other findings at this device name the cause.

Source: RFC 7938.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import far_ends, found
from fabricgen.rules._fabric_roles import Tier, peers, tiers
from fabricgen.rules._fabric_sessions import own_asn, pairs, speaks

ID = "FAB058"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every switch without a working link that should have one."""
    joined = {device for pair in _working(fabric) for device in pair}
    for (tier, _), names in peers(fabric).items():
        if tier not in (Tier.LEAF, Tier.SPINE, Tier.SUPER_SPINE):
            continue
        usual = sum(name in joined for name in names) * 2 > len(names)
        for name in names:
            far = [end for end in far_ends(fabric)[name].values() if _is_switch(fabric, end.device)]
            if name in joined or not (far or usual):
                continue
            yield found(
                fabric.devices[name],
                f"{name} is cut off: none of its {len(far)} links to other switches works",
                "bring up an uplink and its session; other findings name the cause",
                "PORT",
            )


def _is_switch(fabric: FabricFiles, device: str) -> bool:
    return tiers(fabric)[device] is not Tier.DPU


def _working(fabric: FabricFiles) -> set[tuple[str, str]]:
    sessions_up = {
        (one.device, other.device)
        for one, other in pairs(fabric)
        if one.up
        and other.up
        and one.asn in (None, own_asn(fabric.devices[other.device], other.vrf))
        and other.asn in (None, own_asn(fabric.devices[one.device], one.vrf))
    }
    result: set[tuple[str, str]] = set()
    for link in fabric.links:
        a, b = link.a.device, link.b.device
        up = all(
            fabric.devices[end.device].text("PORT", end.port, "admin_status") == "up"
            for end in (link.a, link.b)
        )
        if not up or Tier.DPU in (tiers(fabric)[a], tiers(fabric)[b]):
            continue
        routed = speaks(fabric.devices[a]) or speaks(fabric.devices[b])
        if not routed or (a, b) in sessions_up or (b, a) in sessions_up:
            result.add((a, b))
    return result
