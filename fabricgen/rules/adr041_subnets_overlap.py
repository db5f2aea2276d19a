"""The subnets of two interfaces overlap.

Why: the switch has two connected routes for one address and sends to the longer one; hosts behind
the other interface are unreachable.

Example: `Ethernet0|10.0.0.0/31` beside `Vlan100|10.0.0.1/24`.

Fix: give every interface a subnet of its own. Two addresses of one interface may share a subnet.

Source: RFC 1812 section 5.2.4.3 (longest match); sonic-interface.yang has no such rule.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import FileAddress, subnets
from fabricgen.rules._file import found

ID = "ADR041"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per interface whose subnet lies in that of an earlier one of its VRF."""
    config = subject.config
    for entries in subnets(config).values():
        widest: dict[str, FileAddress] = {}
        for entry in entries:
            if entry.version == 6 and entry.first >> 118 == 0x3FA:  # fe80::/10 is on every link
                continue
            other = widest.get(entry.vrf)
            if (
                other is not None
                and other.last >= entry.first
                and other.interface != entry.interface
            ):
                yield found(
                    config,
                    f"subnet {entry.subnet} of {entry.interface} overlaps {other.subnet} of "
                    f"{other.interface} ({other.table}|{other.key})",
                    "give each interface a subnet of its own",
                    entry.table,
                    entry.key,
                )
            if other is None or entry.last > other.last:
                widest[entry.vrf] = entry
