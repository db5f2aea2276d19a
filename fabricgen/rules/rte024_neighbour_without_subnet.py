"""A BGP neighbour is in no subnet of the device.

Why: an eBGP session on the default path reaches directly connected peers only; the switch has no
route to this one and the session stays in Active.

Example: `BGP_NEIGHBOR|10.64.9.0` while no interface has a subnet with that address.

Fix: correct the neighbour's address, or add the interface that faces it. Sessions between
loopbacks (local_addr on a loopback) and peers behind a static route are accepted.

Source: RFC 4271 section 5.1.3 (directly connected external peers); SONiC bgpcfgd templates.
"""

from collections.abc import Iterator

from netaddr import IPAddress

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import loopback_addresses, parse_network
from fabricgen.rules._bgp import facing, neighbors
from fabricgen.rules._file import found

ID = "RTE024"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per neighbour address outside all subnets."""
    config = subject.config
    loopbacks = {(entry.version, entry.value) for entry in loopback_addresses(config)}
    for neighbor in neighbors(config):
        address = neighbor.address
        if address is None or address.is_link_local() or facing(config, address) is not None:
            continue
        if (
            neighbor.local is not None
            and (neighbor.local.version, int(neighbor.local)) in loopbacks
        ):
            continue
        if config.text("BGP_NEIGHBOR", neighbor.key, "ebgp_multihop") == "true" or _routed(
            config, address
        ):
            continue
        yield found(
            config,
            f"neighbour {neighbor.peer} is in no subnet of this device",
            "correct the address, or add the interface that faces the neighbour",
            "BGP_NEIGHBOR",
            neighbor.key,
        )


def _routed(config: ConfigDb, address: IPAddress) -> bool:
    for key in config.rows("STATIC_ROUTE"):
        network = parse_network(key.rpartition("|")[2])
        if network is not None and network.version == address.version and network.prefixlen > 0:
            blackhole = config.text("STATIC_ROUTE", key, "blackhole") or ""
            if "true" not in blackhole and address in network:
                return True
    return False
