"""An interface has the network or broadcast address of its subnet.

Why: hosts never answer to the network address and treat the last one as broadcast; ARP for it
gets no reply.

Example: `VLAN_INTERFACE|Vlan100|10.1.0.0/24`.

Fix: use an address between the first and the last of the subnet. /31 and /127 links have no such
edge.

Source: RFC 1122 section 3.2.1.3; RFC 3021.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import link_addresses, management_addresses
from fabricgen.rules._file import found

ID = "ADR046"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per IPv4 address at the edge of a subnet of more than two addresses."""
    config = subject.config
    for entry in (*link_addresses(config), *management_addresses(config)):
        if entry.version != 4 or entry.length > 30 or entry.value not in (entry.first, entry.last):
            continue
        edge = "network" if entry.value == entry.first else "broadcast"
        yield found(
            config,
            f"{entry.interface} has {entry.text}, the {edge} address of {entry.subnet}",
            "use an address between the first and the last of the subnet",
            entry.table,
            entry.key,
        )
