"""A session between tiers has the same ASN on both ends.

Why: it becomes an iBGP session. Routes learned over iBGP are not passed on to other iBGP peers,
next hops stay as they are, and the AS-path loop check no longer protects the fabric.

Example: leaf-1 and spine-1 both have ASN 4200000001, or a DPU has the ASN of its leaf.

Fix: give each leaf and DPU its own ASN, and the spines of a plane one of theirs.

Source: RFC 4271 section 9.2; RFC 7938 section 5.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_roles import Tier, tiers
from fabricgen.rules._fabric_sessions import by_framework, own_asn, pairs

ID = "FAB045"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at the lower device of every session inside one ASN."""
    tier = tiers(fabric)
    reported: set[str] = set()
    for one, other in pairs(fabric):
        low, high = (
            (one, other)
            if _ORDER.index(tier[one.device]) < _ORDER.index(tier[other.device])
            else (other, one)
        )
        asn = own_asn(fabric.devices[low.device], low.vrf)
        if tier[one.device] is tier[other.device] or asn is None or low.device in reported:
            continue
        if own_asn(fabric.devices[high.device], high.vrf) == asn:
            reported.add(low.device)
            config = fabric.devices[low.device]
            place = ("BGP_GLOBALS", low.vrf, "local_asn") if by_framework(config) else _METADATA
            message = f"{low.device} and {high.device} have a session and both have ASN {asn}"
            yield found(config, message, "give each leaf and DPU its own ASN", *place)


_METADATA = ("DEVICE_METADATA", "localhost", "bgp_asn")
_ORDER = (Tier.DPU, Tier.LEAF, Tier.SPINE, Tier.SUPER_SPINE, Tier.OTHER)
