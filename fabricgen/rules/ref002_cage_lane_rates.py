"""The ports of one cage run lane rates that cannot coexist.

Why: the halves of a cage share one port macro with one clock. 40G on four lanes (10G NRZ each)
beside 200G on four lanes (50G PAM4 each) is accepted by the command line and sends the switch
into a crash loop after the next reboot.

Example: `PORT|Ethernet0` runs 40000 Mb/s on lanes 33-36, `PORT|Ethernet4` 200000 Mb/s on 37-40.

Fix: run all ports of a cage at one lane rate, unless the breakout mode itself spells out a mix
(`1x400G(4)+4x100G(4)`).

Source: SONiC swss issue 3981.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import FilePort, as_shipped, file_ports, possible_ports

ID = "REF002"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port whose lane rate differs from the first port of its cage."""
    config = subject.config
    firsts: dict[str, FilePort] = {}
    for port in file_ports(config).values():
        parent = _parent(subject, port)
        if parent is None or port.lane_rate_mbps is None or port.internal:
            continue
        first = firsts.setdefault(parent, port)
        if first.lane_rate_mbps == port.lane_rate_mbps or _mix(config, parent):
            continue
        if as_shipped(subject, first) and as_shipped(subject, port):
            continue
        yield found(
            config,
            f"port {port.name} runs {port.speed_mbps} Mb/s on {len(port.lanes or ())} lanes "
            f"({port.lane_rate_mbps} Mb/s a lane) beside {first.name} with {first.speed_mbps} Mb/s on "
            f"{len(first.lanes or ())} lanes ({first.lane_rate_mbps} Mb/s a lane) in the cage of {parent}",
            "run all ports of the cage at one lane rate, or use a breakout mode that spells out the mix",
            "PORT",
            port.name,
            "speed",
        )


def _parent(subject: ConfigCheck, port: FilePort) -> str | None:
    forms = possible_ports(subject).get(port.name, ())
    for form in forms:
        if form.lanes == port.lanes:
            return form.parent
    return forms[0].parent if forms else None


def _mix(config: ConfigDb, parent: str) -> bool:
    return "+" in (config.text("BREAKOUT_CFG", parent, "brkout_mode") or "")
