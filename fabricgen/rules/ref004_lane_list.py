"""A lane list cannot be read.

Why: SONiC splits the text at commas and turns each part into a number. An empty part, a blank, a
range such as `16-23` or a repeated lane becomes lane 0 or an exception when the port is created.

Example: `PORT|Ethernet16|lanes` is `16,17,18,19,20,21,22,23,` with a comma at the end.

Fix: write the lane numbers one by one, joined by single commas.

Source: port_config.ini of Delta AGC032, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._ports import FilePort, file_ports, has_lanes

ID = "REF004"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port whose lanes are no list of distinct numbers."""
    config = subject.config
    for port in file_ports(config).values():
        if port.lanes_text is None:
            continue
        fault = None if has_lanes(subject, port) else _fault(port)
        if fault:
            yield found(
                config,
                f"lanes {port.lanes_text!r} of port {port.name}: {fault}",
                "write the lane numbers one by one, joined by single commas: 16,17,18,19",
                "PORT",
                port.name,
                "lanes",
            )


def _fault(port: FilePort) -> str | None:
    if port.lanes is not None:
        repeated = [lane for lane in dict.fromkeys(port.lanes) if port.lanes.count(lane) > 1]
        return f"lane {listing(map(str, repeated))} is listed twice" if repeated else None
    for part in (port.lanes_text or "").split(","):
        if part == "":
            return "an element is empty"
        if not (part.isascii() and part.isdigit()):
            return f"{part!r} is not a lane number"
    return "a lane number has more than 5 digits"
