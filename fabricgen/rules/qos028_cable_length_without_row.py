"""The platform has no headroom row for a port's speed and cable length.

Why: the traditional buffer model takes headroom from the HwSKU's table of (speed, length). For
any other length it logs one line and makes no lossless group.

Example: CABLE_LENGTH 37m on an SN5600 whose table has 5, 40 and 300 m.

Fix: round the length up to the next row, or write an explicit BUFFER_PROFILE and BUFFER_PG row.
Never round down.

Source: SONiC swss buffermgr.cpp; SONiC buildimage issue 5837; pg_profile_lookup.ini, commit
086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import file_ports, hwsku, service_ports
from fabricgen.rules._qos import (
    buffers_apply,
    cable_row,
    cables_m,
    class_groups,
    dynamic,
    explicit_headroom,
)

ID = "QOS028"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per paused port that depends on a row the table lacks."""
    config, sku = subject.config, hwsku(subject)
    if sku is None or not sku.headroom_rows or dynamic(config) or not buffers_apply(config):
        return
    rows = {(row.speed_mbps, row.cable_m) for row in sku.headroom_rows}
    ports, lengths = file_ports(config), cables_m(config)
    for group in class_groups(config):
        for port in group.ports:
            speed, length = ports[port].speed_mbps, lengths.get(port)
            if port in service_ports(subject) or not speed or not length or (speed, length) in rows:
                continue
            if all(explicit_headroom(config, port, pg) for pg in map(group.pg, group.priorities)):
                continue
            known = sorted(cable for mbps, cable in rows if mbps == speed)
            longer = [cable for cable in known if cable > length]
            yield found(
                config,
                f"{sku.name} has no headroom row for {speed} Mb/s and {length} m (of {port}); its rows "
                f"for that speed: {', '.join(f'{cable} m' for cable in known) or 'none'}",
                f"write {longer[0]}m, the next longer row"
                if longer
                else "write an explicit BUFFER_PROFILE with xoff and a BUFFER_PG row",
                "CABLE_LENGTH",
                cable_row(config, port),
                port,
            )
