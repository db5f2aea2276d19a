"""A BGP neighbour has one of the device's own addresses, or the wrong side of the link.

Why: a device has no session with itself, and a local address of another link belongs to another
session.

Example: `BGP_NEIGHBOR|10.64.0.1` on the device whose Ethernet256 has 10.64.0.1/31.

Fix: write the address of the far end as key and the own address as local_addr.

Source: RFC 4271 section 8.2; SONiC bgpcfgd templates.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import loopback_addresses, owners
from fabricgen.rules._bgp import facing, neighbors
from fabricgen.rules._file import found

ID = "RTE025"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per neighbour with an own address, or with local_addr of another link."""
    config, held = subject.config, owners(subject.config)
    loopbacks = {(entry.version, entry.value) for entry in loopback_addresses(config)}
    for neighbor in neighbors(config):
        if neighbor.address is None:
            continue
        own = held.get((neighbor.address.version, int(neighbor.address)))
        if own:
            yield found(
                config,
                f"neighbour {neighbor.peer} is the address of this device's {own[0].interface}",
                "write the address of the far end",
                "BGP_NEIGHBOR",
                neighbor.key,
            )
            continue
        link = facing(config, neighbor.address)
        local = neighbor.local
        if link is None or local is None or (local.version, int(local)) in loopbacks:
            continue
        if (local.version, int(local)) in held and not link.first <= int(local) <= link.last:
            yield found(
                config,
                f"neighbour {neighbor.peer} is in {link.subnet} of {link.interface}, but its local_addr "
                f"{neighbor.local_text} is not",
                f"write {link.canonical.partition('/')[0]}",
                "BGP_NEIGHBOR",
                neighbor.key,
                "local_addr",
            )
