"""A member of a port channel is a routed port too.

Why: the channel owns the member; an address (or link-local mode) on the member is never
reachable, and which of the two roles wins depends on the order of start-up.

Example: `PORTCHANNEL_MEMBER|PortChannel1|Ethernet0` beside `INTERFACE|Ethernet0|10.1.0.1/31`.

Fix: move the address to `PORTCHANNEL_INTERFACE`, or take the port out of the channel.

Source: SONiC utilities pull requests 1328 and 2078.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing, split_ports

ID = "REF012"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per channel member with INTERFACE rows."""
    config = subject.config
    channel = {
        member: group
        for group, members in split_ports(config, "PORTCHANNEL_MEMBER").items()
        for member in members
    }
    if not channel:
        return
    rows: dict[str, list[str]] = {}
    for key in config.rows("INTERFACE"):
        rows.setdefault(key.partition("|")[0], []).append(key)
    for port, group in channel.items():
        keys = rows.get(port)
        if keys:
            yield found(
                config,
                f"port {port} is a member of {group} and has the routed rows {listing(keys)}",
                f"move the address to PORTCHANNEL_INTERFACE|{group}, or take {port} out of {group}",
                "INTERFACE",
                max(keys, key=lambda key: "|" in key),
            )
