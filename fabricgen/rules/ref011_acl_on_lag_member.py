"""An access list is bound to a member of a port channel.

Why: the model allows any port, the daemon refuses a channel member and with it the whole table;
the reverse order keeps the port out of the channel.

Example: `ACL_TABLE|MIRROR_IN|ports` lists Ethernet16, which is a member of PortChannel1.

Fix: bind the access list to the port channel.

Source: SONiC buildimage issues 10233 and 11006; SONiC mgmt issue 25332.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing, split_ports, texts

ID = "REF011"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per access list with bound channel members."""
    config = subject.config
    channel = {
        member: group
        for group, members in split_ports(config, "PORTCHANNEL_MEMBER").items()
        for member in members
    }
    for name, row in config.rows("ACL_TABLE").items():
        bound = [port for port in texts(row.get("ports")) if port in channel]
        if bound:
            pairs = listing(f"{port} (of {channel[port]})" for port in bound)
            yield found(
                config,
                f"access list {name} is bound to port-channel members: {pairs}",
                f"bind it to {listing(dict.fromkeys(channel[port] for port in bound))} instead",
                "ACL_TABLE",
                name,
                "ports",
            )
