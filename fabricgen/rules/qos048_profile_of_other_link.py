"""A priority group's profile is named after another speed or cable.

Why: buffermgr names its profiles `pg_lossless_<speed>_<cable>_profile`. A port with the profile
of a slower speed or a shorter cable has the wrong headroom, and the switch replaces the row at
the next change.

Example: `BUFFER_PG|Ethernet0|3` uses pg_lossless_400000_5m_profile on an 800000 Mb/s port with 40
m.

Fix: use the profile of the port's speed and CABLE_LENGTH.

Source: SONiC swss buffermgr.cpp.
"""

import re
from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import file_ports
from fabricgen.rules._qos import cables_m, profile_name, spans

ID = "QOS048"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_NAME = re.compile(r"pg_lossless_(\d+)_(\d+)m_profile")


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per lossless group whose profile is named for another link."""
    config = subject.config
    ports, lengths = file_ports(config), cables_m(config)
    for span in spans(config, "BUFFER_PG"):
        name = profile_name(config, "BUFFER_PG", span.key) or ""
        match, port = _NAME.fullmatch(name), ports.get(span.port)
        if match is None or port is None:
            continue
        speed, cable = int(match[1]), int(match[2])
        length = lengths.get(span.port)
        wrong = []
        if port.speed_mbps and port.speed_mbps != speed:
            wrong.append(f"speed {port.speed_mbps} Mb/s")
        if length and length != cable:
            wrong.append(f"cable length {length} m")
        if wrong:
            yield found(
                config,
                f"priority group {span.key} has {name}, but {span.port} has {' and '.join(wrong)}",
                f"use pg_lossless_{port.speed_mbps}_{length or cable}m_profile",
                "BUFFER_PG",
                span.key,
                "profile",
            )
