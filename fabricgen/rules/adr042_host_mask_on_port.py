"""A front-panel port has a /32 or /128 address.

Why: nothing can be reached over such a port by its subnet, and older releases crash on it.

Example: `INTERFACE|Ethernet16|10.77.0.1/32`.

Fix: use /31 (or /127) on a link between two devices; host addresses belong on a loopback.

Source: SONiC utilities pull request 626; RFC 3021; RFC 6164.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import link_addresses
from fabricgen.rules._file import found

ID = "ADR042"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per host mask on a port, channel or VLAN."""
    for entry in link_addresses(subject.config):
        if entry.length == entry.bits:
            yield found(
                subject.config,
                f"{entry.interface} has the host address {entry.text}: no neighbour fits in its subnet",
                f"use /{entry.bits - 1} on the link, or move the address to a loopback",
                entry.table,
                entry.key,
            )
