"""The HwSKU has no headroom table, and a port pauses.

Why: in the traditional model lossless groups come from the HwSKU's table of speed and cable
length. Without rows the switch makes none: PFC is on and headroom is whatever the SDK starts
with.

Example: pfc_enable 3,4 on a switch whose pg_profile_lookup.ini has no rows.

Fix: write explicit BUFFER_PROFILE rows with xoff and BUFFER_PG rows, or use a HwSKU with a table.

Source: SONiC swss buffermgr.cpp; pg_profile_lookup.ini files, SONiC buildimage commit
086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._ports import hwsku, service_ports
from fabricgen.rules._qos import (
    buffers_apply,
    class_groups,
    dynamic,
    explicit_headroom,
)

ID = "QOS051"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding for all paused ports that depend on the empty table."""
    config, sku = subject.config, hwsku(subject)
    if sku is None or sku.headroom_rows or dynamic(config) or not buffers_apply(config):
        return
    open_ports = [
        port
        for group in class_groups(config)
        for port in group.ports
        if port not in service_ports(subject)
        and not all(explicit_headroom(config, port, pg) for pg in map(group.pg, group.priorities))
    ]
    if open_ports:
        yield found(
            config,
            f"{sku.name} has no headroom table, and {len(open_ports)} ports pause without a lossless profile of "
            f"their own: {listing(open_ports)}",
            "write explicit BUFFER_PROFILE rows with xoff and BUFFER_PG rows",
            "PORT_QOS_MAP",
            open_ports[0],
            "pfc_enable",
        )
