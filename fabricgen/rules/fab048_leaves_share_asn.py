"""Two leaves of one fabric have the same ASN.

Why: each drops the other's routes, because its own ASN stands in their path (loop detection).
Hosts of the two leaves cannot reach each other, while every session is up.

Example: leaf-1 and leaf-2 both have bgp_asn 65101, both are LeafRouter.

Fix: give each leaf its own ASN. Accepted as meant: type ToRRouter, BGP_BBR on LeafRouter, and
allow_as_in on the frrcfgd path.

Source: RFC 4271 section 9.1.2; ipspace/netlab issue 198; batfish/batfish issue 6197.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_roles import Tier, islands, kind, tiers
from fabricgen.rules._fabric_sessions import by_framework, own_asn, speaks

ID = "FAB048"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every further leaf with an ASN."""
    seen: dict[tuple[str, int], str] = {}
    for device, tier in tiers(fabric).items():
        config = fabric.devices[device]
        asn = own_asn(config)
        if tier is not Tier.LEAF or asn is None or not speaks(config):
            continue
        first = seen.setdefault((islands(fabric)[device], asn), device)
        if first == device or (_accepts(config) and _accepts(fabric.devices[first])):
            continue
        framework = by_framework(config)
        yield found(
            config,
            f"leaves {first} and {device} both have ASN {asn} and no allowas-in: each drops the "
            "other's routes",
            "give each leaf its own ASN",
            "BGP_GLOBALS" if framework else "DEVICE_METADATA",
            "default" if framework else "localhost",
            "local_asn" if framework else "bgp_asn",
        )


def _accepts(config: ConfigDb) -> bool:
    if by_framework(config):
        tables = ("BGP_NEIGHBOR_AF", "BGP_PEER_GROUP_AF")
        return any(
            config.text(table, key, "allow_as_in") == "true"
            for table in tables
            for key in config.rows(table)
        )
    name = kind(config)
    return name == "ToRRouter" or (
        name == "LeafRouter" and config.text("BGP_BBR", "all", "status") == "enabled"
    )
