"""A link-local neighbour does not say on which interface.

Why: every link has the same fe80::/10 subnet; without an interface neither manager can reach the
peer. bgpcfgd takes addresses only and has no unnumbered sessions.

Example: `BGP_NEIGHBOR|fe80::1`.

Fix: number the link, or use the management framework with the interface name as the neighbour and
`ipv6_use_link_local_only` on the port.

Source: RFC 4007; SONiC buildimage issues 8831 and 26960.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import parse_address
from fabricgen.rules._bgp import neighbors
from fabricgen.rules._file import found

ID = "RTE040"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per link-local neighbour."""
    config = subject.config
    for neighbor in neighbors(config):
        address = neighbor.address or parse_address(neighbor.peer.partition("%")[0])
        if address is None or address.version != 6 or not address.is_link_local():
            continue
        yield found(
            config,
            f"neighbour {neighbor.peer} is link-local: its key names no interface",
            "number the link, or use the management framework with the port's name as the neighbour",
            "BGP_NEIGHBOR",
            neighbor.key,
        )
