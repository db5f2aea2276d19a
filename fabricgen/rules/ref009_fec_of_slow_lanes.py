"""A port on 10G lanes asks for RS-FEC.

Why: Reed-Solomon FEC does not exist for lanes of 10 Gb/s: 40G over four lanes takes none or fc
(base-R). The setting stays behind when a port's speed is lowered, and the link does not come up.

Example: `PORT|Ethernet0` with 40000 Mb/s on 4 lanes and fec `rs`.

Fix: set fec to `none`, or `fc` where the far end has it.

Source: SONiC mgmt pull request 20160; IEEE 802.3 clauses 74 and 91.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import file_ports

ID = "REF009"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port of 10G lanes or slower with RS-FEC."""
    for port in file_ports(subject.config).values():
        rate = port.lane_rate_mbps
        if rate is None or rate > 10000 or port.fec != "rs" or port.internal:
            continue
        yield found(
            subject.config,
            f"port {port.name} runs {port.speed_mbps} Mb/s on {len(port.lanes or ())} lanes "
            f"({rate} Mb/s a lane) with fec rs, which such lanes do not have",
            "set fec to none (or fc if the far end uses it)",
            "PORT",
            port.name,
            "fec",
        )
