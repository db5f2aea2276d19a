"""A connected port that pauses has cable length 0m.

Why: 0m marks an unused port: the switch makes no lossless group for it.

Example: `CABLE_LENGTH|AZURE|Ethernet8` is 0m while Ethernet8 has a neighbour and pfc_enable.

Fix: write the length of the cable, rounded up to a row of the platform.

Source: SONiC swss pull requests 1830 and 3548.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import link_addresses
from fabricgen.rules._file import found
from fabricgen.rules._qos import cable_row, cables_m, class_groups, explicit_headroom

ID = "QOS029"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per connected, paused port of length 0 without own lossless group."""
    config = subject.config
    routed = {entry.interface for entry in link_addresses(config)}
    for group in class_groups(config):
        for port in group.ports:
            if cables_m(config).get(port) != 0:
                continue
            if port not in config.rows("DEVICE_NEIGHBOR") and port not in routed:
                continue
            if all(explicit_headroom(config, port, pg) for pg in map(group.pg, group.priorities)):
                continue
            yield found(
                config,
                f"{port} is connected and pauses, but its cable length is 0m: it gets no headroom",
                "write the length of the cable",
                "CABLE_LENGTH",
                cable_row(config, port),
                port,
            )
