"""A port on PAM4 lanes runs without RS-FEC.

Why: lanes of 50 Gb/s and more use PAM4, whose raw error rate needs Reed-Solomon FEC. With none or
fc the link does not come up, or drops packets that RoCE cannot repair.

Example: `PORT|Ethernet0` with 800000 Mb/s on 8 lanes and fec `none`.

Fix: set fec to `rs` on both ends.

Source: IEEE 802.3 clauses 119 and 134 (RS(544,514) is mandatory for 50G, 100G and 200G lanes).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import file_ports

ID = "REF010"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port of PAM4 lanes with fec none or fc."""
    for port in file_ports(subject.config).values():
        rate = port.lane_rate_mbps
        if rate is None or rate < 50000 or port.fec not in ("none", "fc") or port.internal:
            continue
        yield found(
            subject.config,
            f"port {port.name} runs {port.speed_mbps} Mb/s on {len(port.lanes or ())} lanes ({rate} Mb/s "
            f"a lane, PAM4) with fec {port.fec}",
            "set fec to rs on both ends",
            "PORT",
            port.name,
            "fec",
        )
