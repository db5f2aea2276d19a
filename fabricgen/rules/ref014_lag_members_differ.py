"""The members of a port channel differ in speed, or in MTU from the channel.

Why: the command line refuses such a member, a file lets it through. Members of unequal speed are
not selected together, and a frame that fits the channel is dropped on the smaller member.

Example: PortChannel1 has mtu 1500, its member Ethernet16 has mtu 9100.

Fix: use members of one speed, and give the channel and all members one MTU.

Source: SONiC utilities pull requests 1328 and 1375.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number, split_ports
from fabricgen.rules._ports import file_ports

ID = "REF014"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_DEFAULT_MTU = 9100


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per member whose speed or MTU does not fit."""
    config = subject.config
    for group, members in split_ports(config, "PORTCHANNEL_MEMBER").items():
        known = [port for port in members if port in file_ports(config)]
        yield from _speeds(config, group, known)
        mtu = number(config.text("PORTCHANNEL", group, "mtu")) or _DEFAULT_MTU
        for port in known:
            own = number(config.text("PORT", port, "mtu")) or _DEFAULT_MTU
            if own != mtu:
                yield found(
                    config,
                    f"port {port} has MTU {own} bytes, its channel {group} has {mtu} bytes",
                    "give the channel and its members one MTU",
                    "PORT",
                    port,
                    "mtu",
                )


def _speeds(config: ConfigDb, group: str, members: list[str]) -> Iterator[Finding]:
    ports = file_ports(config)
    for port in members[1:]:
        first, own = ports[members[0]].speed_mbps, ports[port].speed_mbps
        if first is not None and own is not None and first != own:
            yield found(
                config,
                f"port {port} ({own} Mb/s) and port {members[0]} ({first} Mb/s) are members of {group}",
                "use members of one speed",
                "PORTCHANNEL_MEMBER",
                f"{group}|{port}",
            )
