"""The PFC watchdog of one port is set unlike that of the other ports.

Why: a storm is broken where the watchdog drops; a port that only alerts or forwards, or that waits longer
than the others, keeps the pauses spreading from it. A field that is absent takes SONiC's default, which does
not know the number of ports.

Example: `PFC_WD|Ethernet8|action` is alert, all other ports of the switch have drop.

Fix: write the same times and the same action on all lossless ports of a switch.

Source: sonic-utilities pfcwd/main.py, commit 691b1bbc4fd2; SONiC PFC watchdog design.
"""

from collections import Counter
from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import paused_ports

ID = "QOS056"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_FIELDS = ("action", "detection_time", "restoration_time")


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per field, at the first port that differs from most."""
    config = subject.config
    rows = config.rows("PFC_WD")
    ports = [port for port in paused_ports(config) if port in rows]
    for field in _FIELDS:
        values = {port: config.text("PFC_WD", port, field) for port in ports}
        if len(set(values.values())) < 2:
            continue
        usual = Counter(values.values()).most_common(1)[0][0]
        others = [port for port in ports if values[port] != usual]
        first = others[0]
        yield found(
            config,
            f"{field} is {values[first] or 'absent'} on {listing(others)}, {usual or 'absent'} on the "
            f"other {len(ports) - len(others)} lossless ports",
            f"write {usual} on all of them",
            "PFC_WD",
            first,
            field if field in config.row("PFC_WD", first) else None,
        )
