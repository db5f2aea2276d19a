"""Spines above the same leaves have different ASNs, and nothing keeps leaves from passing routes on between them.

Why: after a link failure, spine-1 reaches a leaf through another leaf and spine-2. Such valleys
load leaf uplinks twice and close cycles of buffer waits: with PFC two of them can deadlock the
lossless class.

Example: spine-1 has ASN 65001, spine-2 has 65002; both serve leaf-1 to leaf-4 on the bgpcfgd path,
which has no filter.

Fix: give all spines of a plane one ASN, or filter what leaves export (frrcfgd path).

Source: RFC 7938 section 5.2; lab: with one ASN a spine a cut link gave spine-1, leaf, spine-2
paths.
"""

from collections import Counter
from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_sessions import by_framework, filtered, own_asn, sessions
from fabricgen.rules._fabric_tiers import above

ID = "FAB049"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every spine whose ASN is not that of most spines above its leaves."""
    for spines, leaves in above(fabric):
        asns = {name: own_asn(fabric.devices[name]) for name in spines}
        counts = Counter(asn for asn in asns.values() if asn is not None)
        if len(counts) < 2 or len(leaves) < 2 or all(_guarded(fabric, name) for name in leaves):
            continue
        usual = counts.most_common(1)[0][0]
        for name, asn in asns.items():
            if asn is None or asn == usual:
                continue
            yield found(
                fabric.devices[name],
                f"{name} has ASN {asn}, other spines above the same {len(leaves)} leaves have {usual}, "
                "and no export filter keeps leaves from passing routes on",
                "give the spines of a plane one ASN, or filter what leaves export to spines",
                "BGP_GLOBALS" if by_framework(fabric.devices[name]) else "DEVICE_METADATA",
                "default" if by_framework(fabric.devices[name]) else "localhost",
                "local_asn" if by_framework(fabric.devices[name]) else "bgp_asn",
            )


def _guarded(fabric: FabricFiles, leaf: str) -> bool:
    config = fabric.devices[leaf]
    own = [one for one in sessions(fabric) if one.device == leaf]
    return by_framework(config) and bool(own) and all(filtered(config, one) for one in own)
