"""A VLAN member is a router port, a channel member or a mirror destination.

Why: a port is a bridge port or one of these, not both; which of the two wins depends on the order
    of start.

Example: `VLAN_MEMBER|Vlan100|Ethernet0` and `INTERFACE|Ethernet0`.

Fix: remove one of the two rows; of a channel, make the channel the member.

Source: SONiC YANG models, sonic-vlan; sonic-net/sonic-buildimage pull request 18292.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF023"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the VLAN members that are in use as something else."""
    config = x.config
    routed = {key.strip() for key in config.rows("INTERFACE") if "|" not in key}
    channels = {}
    for key in config.rows("PORTCHANNEL_MEMBER"):
        channel, _, port = key.partition("|")
        channels[port.strip()] = channel.strip()
    mirrors = {
        str(row["dst_port"]): name
        for name, row in config.rows("MIRROR_SESSION").items()
        if "dst_port" in row
    }
    for key in config.rows("VLAN_MEMBER"):
        vlan, _, port = (part.strip() for part in key.partition("|"))
        uses = []
        if port in routed:
            uses.append(f"a router interface (INTERFACE|{port})")
        if port in channels:
            uses.append(f"a member of {channels[port]}")
        if port in mirrors:
            uses.append(f"the destination of the mirror session {mirrors[port]}")
        for use in uses:
            message = f"{port} is a member of {vlan} and also {use}"
            yield found(config, message, "remove one of the two", "VLAN_MEMBER", key)
