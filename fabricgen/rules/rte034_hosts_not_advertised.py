"""Subnets of routed host ports are advertised by nobody.

Why: on the default routing path SONiC does not advertise the /31 of a routed port. GPUs behind
such ports are unreachable from other leaves unless an aggregate covers them, they are behind a
VLAN interface, or they speak BGP themselves.

Example: `INTERFACE|Ethernet0|10.0.0.0/31` towards a GPU, and no STATIC_ROUTE that covers
10.0.0.0/31.

Fix: add `STATIC_ROUTE|default|<host prefix of the leaf>` with `blackhole` `true` and `advertise`
`true`.

Source: docker-fpm-frr templates, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from netaddr import IPNetwork

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import link_addresses, parse_network
from fabricgen.rules._bgp import facing, framework, neighbors
from fabricgen.rules._file import found, is_dpu, leads_nowhere, listing, texts

ID = "RTE034"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding for all routed subnets without neighbour and without advertisement."""
    config = subject.config
    if framework(config) or not neighbors(config) or is_dpu(config):
        return
    spoken = set()
    for neighbor in neighbors(config):
        link = facing(config, neighbor.address) if neighbor.address is not None else None
        if link is not None:
            spoken.add((link.version, link.first))
    covers = tuple(_advertised(config))
    silent = [
        entry
        for entry in link_addresses(config)
        if entry.table != "VLAN_INTERFACE"
        and not entry.vrf
        and (entry.version, entry.first) not in spoken
        and entry.first >> (entry.bits - 10) != 0x3FA  # fe80::/10
        and not any(
            net.version == entry.version and net.first <= entry.first and entry.last <= net.last
            for net in covers
        )
    ]
    if silent:
        yield found(
            config,
            f"{len(silent)} routed subnets have no BGP neighbour and no advertised prefix covers them: "
            f"{listing(f'{entry.subnet} of {entry.interface}' for entry in silent)}",
            "add STATIC_ROUTE|default|<host prefix> with blackhole true and advertise true",
            silent[0].table,
            silent[0].key,
        )


def _advertised(config: ConfigDb) -> Iterator[IPNetwork]:
    """Yield the prefixes the device announces or listens on besides its own interfaces."""
    for key in config.rows("STATIC_ROUTE"):
        vrf, bar, text = key.rpartition("|")
        network = parse_network(text)
        if network is None or (bar and vrf != "default") or network.prefixlen == 0:
            continue
        if config.text("STATIC_ROUTE", key, "advertise") != "false" and not leads_nowhere(
            config, key
        ):
            yield network
    for key in config.rows("BGP_AGGREGATE_ADDRESS"):
        network = parse_network(key.rpartition("|")[2])
        if network is not None:
            yield network
    for row in config.rows("BGP_PEER_RANGE").values():
        for text in texts(row.get("ip_range")):
            network = parse_network(text)
            if network is not None:
                yield network
