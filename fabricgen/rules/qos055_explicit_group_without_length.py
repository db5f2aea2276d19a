"""A lossless group stands in the file, and the port has no cable length.

Why: the buffer manager looks at CABLE_LENGTH whenever a port comes up or changes speed: without a length, or
with 0m, it takes the lossless group of the port away, although the file has it.

Example: `BUFFER_PG|Ethernet8|3` is pg_lossless_400000_40m_profile, CABLE_LENGTH|AZURE|Ethernet8 is 0m.

Fix: write the length that is in the profile's name.

Source: sonic-swss cfgmgr/buffermgr.cpp, commit e6b0c5b5d2ab.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import (
    buffers_apply,
    cables_m,
    class_groups,
    explicit_headroom,
)

ID = "QOS055"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per group of ports with equal maps."""
    config = subject.config
    if not buffers_apply(config):
        return
    lengths = cables_m(config)
    row = next(iter(config.rows("CABLE_LENGTH")), None)
    for group in class_groups(config):
        bare = [
            port
            for port in group.ports
            if not lengths.get(port)
            and any(explicit_headroom(config, port, group.pg(pg)) for pg in group.priorities)
        ]
        if bare:
            yield found(
                config,
                f"{listing(bare)} have lossless groups in the file but no cable length, so the buffer "
                "manager takes them away",
                "write the length of the profile to CABLE_LENGTH|AZURE",
                "CABLE_LENGTH" if row else "BUFFER_PG",
                row,
                bare[0] if row and bare[0] in config.row("CABLE_LENGTH", row) else None,
            )
