"""A port with a BGP neighbour is not up.

Why: the default of `admin_status` is down: a port without the field never comes up, and neither
does its session. A port that is down on purpose is better taken out of BGP too.

Example: `BGP_NEIGHBOR|10.64.0.0` is reached over Ethernet256, whose row has no admin_status.

Fix: write `admin_status` `up` on the port, or set the neighbour's admin_status to down.

Source: sonic-port.yang (default down); SONiC buildimage issue 23354.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import facing, neighbors
from fabricgen.rules._file import found
from fabricgen.rules._ports import file_ports

ID = "REF046"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port that carries an enabled neighbour and is not up."""
    config, ports = subject.config, file_ports(subject.config)
    for neighbor in neighbors(config):
        if config.text("BGP_NEIGHBOR", neighbor.key, "admin_status") == "down":
            continue
        link = facing(config, neighbor.address) if neighbor.address is not None else None
        port = ports.get(link.interface if link is not None else neighbor.peer)
        if port is None or port.admin_status == "up":
            continue
        state = port.admin_status or "absent (the default is down)"
        yield found(
            config,
            f"port {port.name} carries BGP neighbour {neighbor.peer}, but its admin_status is {state}",
            "set admin_status up on the port, or down on the neighbour",
            "PORT",
            port.name,
            "admin_status" if port.admin_status else None,
        )
