"""A port pauses, but has neither a cable length nor a lossless priority group.

Why: the switch makes the lossless group from speed and cable length. Without the length there is
no headroom: the port pauses and drops.

Example: pfc_enable 3 on Ethernet8, no `CABLE_LENGTH|AZURE|Ethernet8`, no `BUFFER_PG|Ethernet8|3`.

Fix: add the port to CABLE_LENGTH|AZURE.

Source: SONiC design document issue 195; SONiC swss issue 465 (buffermgr).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import service_ports
from fabricgen.rules._qos import (
    buffers_apply,
    cables_m,
    class_groups,
    explicit_headroom,
)

ID = "QOS027"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per paused port without length and without own profile."""
    config = subject.config
    if not buffers_apply(config):
        return
    lengths = cables_m(config)
    row = next(iter(config.rows("CABLE_LENGTH")), None)
    for group in class_groups(config):
        for port in group.ports:
            if port in service_ports(subject):
                continue
            bare_pgs = [
                pg
                for pg in map(group.pg, group.priorities)
                if not explicit_headroom(config, port, pg)
            ]
            if port in lengths or not bare_pgs:
                continue
            yield found(
                config,
                f"{port} pauses priority {','.join(map(str, group.priorities))} but has no cable length "
                f"and no lossless profile on priority group {','.join(map(str, bare_pgs))}",
                f"write CABLE_LENGTH|{row or 'AZURE'}|{port}",
                "CABLE_LENGTH" if row else "PORT_QOS_MAP",
                row or port,
            )
