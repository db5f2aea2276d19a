"""A neighbour's local address is on no interface.

Why: bgpcfgd waits until some interface has the address; the neighbour is never applied, without a
message. Addresses count by value, so another IPv6 spelling is fine.

Example: `BGP_NEIGHBOR|10.64.0.0|local_addr` is 10.64.0.5 while Ethernet256 has 10.64.0.1/31.

Fix: write the address of the interface that faces the neighbour.

Source: sonic-bgpcfgd managers_bgp.py, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import owners
from fabricgen.rules._bgp import facing, framework, neighbors
from fabricgen.rules._file import found

ID = "RTE023"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per local address that no interface has."""
    config = subject.config
    held = owners(config)
    for neighbor in neighbors(config):
        if not neighbor.local_text:
            continue
        if neighbor.local is None:
            if framework(config):
                continue  # the framework path takes an interface name here
            fault = "is not an address"
        elif (neighbor.local.version, int(neighbor.local)) in held:
            continue
        else:
            fault = "is on no interface of this device"
        link = facing(config, neighbor.address) if neighbor.address is not None else None
        hint = (
            f"write {link.canonical.partition('/')[0]}, the address of {link.interface}"
            if link is not None
            else "write the address of the interface that faces the neighbour"
        )
        message = f"local_addr {neighbor.local_text} of neighbour {neighbor.peer} {fault}"
        yield found(config, message, hint, "BGP_NEIGHBOR", neighbor.key, "local_addr")
