"""Hosts sit behind routed ports of a leaf whose prefixes nothing advertises.

Why: SONiC's template path (bgpcfgd) does not advertise the /31 of an interface. GPUs behind such
ports cannot be reached from other leaves: host to host loss is 100 %, while all sessions are up.

Example: leaf-1 Ethernet0 has 10.0.1.0/31 towards a host; no static route, VLAN or aggregate of
leaf-1 covers it.

Fix: advertise the leaf's own block, such as `STATIC_ROUTE|default|10.0.1.0/24` with blackhole
"true" and advertise "true".

Source: SONiC buildimage docker-fpm-frr bgpd.main.conf.j2; lab: routed /31 hosts lost 100 %.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import Owned, addresses, far_ends, found
from fabricgen.rules._fabric_prefixes import Network, announced
from fabricgen.rules._fabric_roles import Tier, tiers
from fabricgen.rules._fabric_sessions import by_framework, sessions, speaks
from fabricgen.rules._vrf_views import instances

ID = "FAB059"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding a leaf and VRF, at the first port whose prefix is not covered."""
    for where, view in instances(fabric):
        yield from _hidden(view, where)


def _hidden(fabric: FabricFiles, where: str) -> Iterator[Finding]:
    talking = {(one.device, one.near.key) for one in sessions(fabric) if one.near is not None}
    for device, tier in tiers(fabric).items():
        config = fabric.devices[device]
        if tier is not Tier.LEAF or not speaks(config):
            continue
        linked = far_ends(fabric)[device]
        prefixes = announced(fabric, config)
        hidden = [
            one
            for one in addresses(fabric)[device]
            if one.table == "INTERFACE"
            and not one.vrf
            and one.interface not in linked
            and (device, one.key) not in talking
            and config.text("PORT", one.interface, "admin_status") == "up"
            and not any(_covers(prefix, one) for prefix in prefixes)
        ]
        if hidden:
            yield found(
                config,
                f"{where}{device} advertises no prefix for {len(hidden)} routed host ports, "
                f"{hidden[0].interface} {hidden[0].address}/{hidden[0].length} first",
                "add a network statement (BGP_GLOBALS_AF_NETWORK) for the leaf's host block, and the route behind it"
                if by_framework(config)
                else "add an advertised static route for the leaf's host block",
                "INTERFACE",
                hidden[0].key,
            )


def _covers(prefix: Network, one: Owned) -> bool:
    return bool(prefix.prefixlen) and prefix.prefixlen <= one.length and one.address in prefix
