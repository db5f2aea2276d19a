"""A blackhole aggregate of one device covers a loopback or link address of another.

Why: the aggregate pulls in what lies below it and drops what its own device does not have. If the
fabric's own links or loopbacks lie inside, they vanish wherever their exact route is not known
(links are not advertised at all).

Example: leaf-1 advertises 10.64.0.0/16 as a blackhole static route; the links of all leaves lie in
10.64.0.0/16.

Fix: keep the host pool apart from the pools of links and loopbacks.

Source: RFC 7938 section 8.2; SONiC bgpcfgd static route manager.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import Owned, addresses, found
from fabricgen.rules._fabric_prefixes import blackholes
from fabricgen.rules._fabric_roles import Tier, tiers

ID = "FAB016"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every aggregate that covers other devices' infrastructure."""
    infrastructure = _infrastructure(fabric)
    for device, config in fabric.devices.items():
        for key, network in blackholes(config):
            known, numbers = infrastructure[network.version]
            first = bisect_left(numbers, int(network.network_address))
            last = bisect_right(numbers, int(network.broadcast_address))
            inside = [one for one in known[first:last] if one.device != device]
            if inside:
                more = f" and {len(inside) - 1} more addresses" if inside[1:] else ""
                yield found(
                    config,
                    f"the aggregate {network} of {device} covers {inside[0]}{more}",
                    "keep host prefixes apart from links and loopbacks",
                    "STATIC_ROUTE",
                    key,
                )


def _infrastructure(fabric: FabricFiles) -> Mapping[int, tuple[Sequence[Owned], Sequence[int]]]:
    """The loopback and link addresses of switches in numeric order, by IP version."""
    links = {end for link in fabric.links for end in (link.a, link.b)}
    rows = [
        one
        for name, held in addresses(fabric).items()
        if tiers(fabric)[name] is not Tier.DPU
        for one in held
        if one.table == "LOOPBACK_INTERFACE"
        or (one.table == "INTERFACE" and FileEnd(device=name, port=one.interface) in links)
    ]
    rows.sort(key=lambda one: int(one.address))
    versions = {v: [one for one in rows if one.address.version == v] for v in (4, 6)}
    return {v: (known, [int(one.address) for one in known]) for v, known in versions.items()}
