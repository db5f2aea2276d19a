"""A port is a member of two port channels.

Why: a port can send the LACP frames of one channel only; the second membership fails at start-up,
and which one is second depends on the order of the rows.

Example: `PORTCHANNEL_MEMBER|PortChannel1|Ethernet0` and
`PORTCHANNEL_MEMBER|PortChannel2|Ethernet0`.

Fix: keep the port in one channel.

Source: IEEE 802.1AX (a port belongs to one aggregator); sonic-portchannel.yang has no such rule.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, split_ports

ID = "REF013"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per membership after a port's first."""
    config = subject.config
    owner: dict[str, str] = {}
    for group, members in split_ports(config, "PORTCHANNEL_MEMBER").items():
        for port in members:
            first = owner.setdefault(port, group)
            if first != group:
                yield found(
                    config,
                    f"port {port} is a member of {group} and of {first}",
                    f"keep {port} in one of the two channels",
                    "PORTCHANNEL_MEMBER",
                    f"{group}|{port}",
                )
