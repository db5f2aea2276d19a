"""A port has other lanes than the platform gives it.

Why: lanes are the wiring of the board. A port with the lanes of another cage comes up with the
light of that cage, or not at all.

Example: `PORT|Ethernet8` on an SN5600 with lanes 16-23, the lanes of Ethernet16.

Fix: use the lanes of the platform's own port table for the breakout mode in use.

Source: platform.json and port_config.ini, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import file_ports, platform, possible_ports

ID = "REF008"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per known port whose lanes no breakout mode and no HwSKU table gives."""
    config, box = subject.config, platform(subject)
    if box is None:
        return
    for port in file_ports(config).values():
        forms = possible_ports(subject).get(port.name, ())
        if port.lanes is None or not forms or any(form.lanes == port.lanes for form in forms):
            continue
        legal = dict.fromkeys(",".join(map(str, form.lanes)) for form in forms)
        yield found(
            config,
            f"port {port.name} has lanes {port.lanes_text}, but {box.id} gives it {' or '.join(legal)}",
            "use the lanes of the platform for the breakout mode in use",
            "PORT",
            port.name,
            "lanes",
        )
