"""A port's speed is impossible on its lanes.

Why: no lane of today's switches carries more than 200 Gb/s, and a lane rate that no SerDes has
(400G on three lanes) is refused by the driver, which takes the orchestration daemon down with it.

Example: `PORT|Ethernet16` has speed 400000 on the single lane 16.

Fix: give the port the lanes of its breakout mode, or the speed those lanes carry. Recirculation
and in-band ports have one internal lane whatever their speed and are accepted.

Source: SONiC mgmt issue 19034; SONiC buildimage issues 13573 and 20242.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import FilePort, file_ports, possible_ports

ID = "REF003"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_LANE_RATES = frozenset(
    {10, 100, 1000, 2500, 5000, 10000, 12500, 20000, 25000, 50000, 100000, 200000}
)
_LARGEST = 200000


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port whose speed no lane rate gives."""
    config = subject.config
    for port in file_ports(config).values():
        rate = port.lane_rate_mbps
        if rate is None or port.internal or rate in _LANE_RATES or _listed(subject, port):
            continue
        lanes = len(port.lanes or ())
        reason = (
            f"more than {_LARGEST} Mb/s a lane"
            if rate > _LARGEST
            else f"{rate} Mb/s a lane, a rate no SerDes has"
        )
        yield found(
            config,
            f"port {port.name} has speed {port.speed_mbps} Mb/s on {lanes} "
            f"{'lane' if lanes == 1 else 'lanes'}: {reason}",
            "use the lanes and speed of one breakout mode of the platform",
            "PORT",
            port.name,
            "speed",
        )


def _listed(subject: ConfigCheck, port: FilePort) -> bool:
    return any(
        form.lanes == port.lanes and port.speed_mbps in form.speeds_mbps
        for form in possible_ports(subject).get(port.name, ())
    )
