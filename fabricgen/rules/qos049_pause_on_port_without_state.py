"""A port pauses, but has no admin_status.

Why: the default is down, and the buffer manager waits for the state: after a breakout only ports
with an admin_status get their lossless group.

Example: the children of a breakout with lanes and speed only, and pfc_enable in PORT_QOS_MAP.

Fix: write admin_status (up, or down for a spare port) on every port.

Source: SONiC buildimage issue 23354; SONiC mgmt issue 19653.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import file_ports
from fabricgen.rules._qos import (
    paused_ports,
)

ID = "QOS049"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per paused port without the field."""
    config, ports = subject.config, file_ports(subject.config)
    for name in paused_ports(config):
        if ports[name].admin_status is None:
            yield found(
                config,
                f"{name} pauses priority {config.text('PORT_QOS_MAP', name, 'pfc_enable')} but has no "
                "admin_status (the default is down)",
                "write admin_status up",
                "PORT",
                name,
            )
