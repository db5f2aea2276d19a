"""A numbered link between two BGP switches has no session.

Why: the link is cabled, addressed and counted as capacity, but no route uses it. SONiC does not
advertise link subnets, so nothing else shows it.

Example: spine-1 Ethernet0 and leaf-1 Ethernet16 share 10.64.0.0/31, neither has a BGP_NEIGHBOR row
for the other.

Fix: add the rows on both ends.

Source: SONiC buildimage docker-fpm-frr templates; RFC 7938.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import Owned, found, shared_subnet
from fabricgen.rules._fabric_sessions import by_peer, listens, speaks

ID = "FAB043"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at the lower end of every link that lacks both rows."""
    rows = by_peer(fabric)
    for link in fabric.links:
        ends = [fabric.devices[end.device] for end in (link.a, link.b)]
        shared = shared_subnet(fabric, link.a, link.b)
        if shared is None or any(not speaks(config) for config in ends):
            continue
        mine, its = shared
        if (mine.device, its.address) in rows or (its.device, mine.address) in rows:
            continue
        if mine.address == its.address or _listening(ends, mine, its):
            continue
        yield found(
            ends[0],
            f"{mine} and {its} are the ends of a link, but no session runs on it: neither end has a "
            "BGP_NEIGHBOR row for the other",
            f"add BGP_NEIGHBOR|{its.address} here and BGP_NEIGHBOR|{mine.address} on {its.device}",
            "BGP_NEIGHBOR",
        )


def _listening(ends: list[ConfigDb], mine: Owned, its: Owned) -> bool:
    return listens(ends[0], its.address) or listens(ends[1], mine.address)
