"""The same address is on two interfaces.

Why: one of the two never answers, and which one depends on the order of start-up. Two spellings
of one IPv6 address are two rows but one address; neither can be removed by a patch afterwards.

Example: `INTERFACE|Ethernet16|fc00:0:0:1::1/126` and `INTERFACE|Ethernet16|FC00:0:0:1::1/126`.

Fix: keep one row; write IPv6 addresses in the short lower-case form.

Source: SONiC buildimage issue 11622; SONiC swss issue 2852; RFC 5952.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import FileAddress, owners
from fabricgen.rules._file import found

ID = "ADR040"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per row after the first with the same address in the same VRF."""
    config = subject.config
    for entries in owners(config).values():
        seen: dict[str, FileAddress] = {}
        for entry in entries:
            first = seen.setdefault(entry.vrf, entry)
            if first is entry:
                continue
            where = f"in VRF {entry.vrf}" if entry.vrf else "in the default VRF"
            spelling = (
                f", written {first.text} and {entry.text}" if first.text != entry.text else ""
            )
            yield found(
                config,
                f"address {entry.canonical.partition('/')[0]} is on {first.interface} and on "
                f"{entry.interface} {where}{spelling}",
                f"remove one of {first.table}|{first.key} and {entry.table}|{entry.key}",
                entry.table,
                entry.key,
            )
