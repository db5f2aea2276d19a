"""A port's index or subport is not the platform's.

Why: the index is the number of the cage; transceiver readings, LEDs and the link manager go by
it. All ports of a cage have one index; subport is 0 on a whole cage and counts from 1 on its
parts.

Example: `PORT|Ethernet8` on an SN5600 has index 3; it sits in cage 2.

Fix: write the index of the cage.

Source: platform.json, SONiC buildimage commit 086b03bd70f9; sonic-port.yang.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number
from fabricgen.rules._ports import file_ports, platform, possible_ports

ID = "REF019"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port of a known cage with another index."""
    config, box = subject.config, platform(subject)
    if box is None:
        return
    cages = {cage.parent: cage for cage in box.cages}
    for port in file_ports(config).values():
        index = number(config.text("PORT", port.name, "index"))
        forms = possible_ports(subject).get(port.name, ())
        cage = cages.get(forms[0].parent) if forms else None
        if cage is None or index is None or not cage.indexes or index in cage.indexes:
            continue
        yield found(
            config,
            f"port {port.name} has index {index}, but its cage on {box.id} is number {cage.indexes[0]}",
            "write the index of the cage",
            "PORT",
            port.name,
            "index",
        )
