"""Two ports claim the same SerDes lanes.

Why: a half-applied breakout leaves the parent port with lanes that a child port also claims. The
models have no rule across ports; the hardware creates one port and fails on the other, or stops.

Example: `PORT|Ethernet0` has lanes 0-7 and `PORT|Ethernet4` has lanes 4-7: both own 4,5,6,7.

Fix: give each port the lanes of the breakout mode in use, and remove the parent or the child that
is left over. Ports whose shared lane is in the HwSKU's own port table (10G service ports of some
platforms) are accepted.

Source: SONiC buildimage issue 10131; port_config.ini of Dell S5232F, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import file_ports, shipped_lanes

ID = "REF001"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per pair of ports that share lanes."""
    config, shipped = subject.config, shipped_lanes(subject)
    owner: dict[int, str] = {}
    shared: dict[tuple[str, str], list[int]] = {}
    for port in file_ports(config).values():
        for lane in dict.fromkeys(port.lanes or ()):
            first = owner.setdefault(lane, port.name)
            if first != port.name:
                shared.setdefault((first, port.name), []).append(lane)
    ports = file_ports(config)
    for (first, second), lanes in shared.items():
        if all(shipped.get(name) == ports[name].lanes for name in (first, second)):
            continue
        if ports[first].internal and ports[second].internal:
            continue
        yield found(
            config,
            f"port {second} (lanes {ports[second].lanes_text}) and port {first} (lanes "
            f"{ports[first].lanes_text}) share {len(lanes)} lanes: {','.join(map(str, lanes))}",
            f"give {first} and {second} the lanes of one breakout mode, or remove one of them",
            "PORT",
            second,
            "lanes",
        )
