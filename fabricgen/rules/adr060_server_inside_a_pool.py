"""A server of the intent has an address inside a pool that fabricgen gives out.

Why: the address may be that of a NIC, a link or a loopback, now or after the next growth; every switch
would then send its logs or logins to a GPU node.

Example: `services: {ntp: [10.0.0.1]}` with the default hosts pool 10.0.0.0/10, whose first address
pair belongs to the first NIC.

Fix: give the address the server really has; where it does lie in such a prefix, move the pool.

Source: docs/addressing.md (every address of a pool is a function of a position).
"""

from collections.abc import Iterator
from ipaddress import IPv4Network, ip_address

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import ServicesIntent
from fabricgen.model.rule import Point

ID = "ADR060"
SEVERITY = Severity.WARNING
POINT = Point.ADDRESSING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each server address inside a pool of the intent."""
    pools = design.intent.addressing
    named = {
        "loopbacks": pools.loopbacks,
        "links": pools.links,
        "hosts": pools.hosts,
        "vteps": pools.vteps or "",
    }
    networks = {name: IPv4Network(text) for name, text in named.items() if "/" in text}
    for path, address in _servers(design.intent.services):
        for name, network in networks.items():
            if ip_address(address) in network:
                yield Finding(
                    message=f"the {path[0]} server {address} lies in the pool {name} {network},"
                    " whose addresses go to switches, NICs and DPUs",
                    hint=f"write the server's own address, or move addressing.{name}",
                    place=design.intent.place("services", *path),
                )


def _servers(services: ServicesIntent) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for name, addresses in (
        ("ntp", services.ntp),
        ("dns", services.dns),
        ("syslog", services.syslog),
    ):
        for index, address in enumerate(addresses):
            yield (name, index), address
    if services.tacacs is not None:
        for index, address in enumerate(services.tacacs.servers):
            yield ("tacacs", "servers", index), address
