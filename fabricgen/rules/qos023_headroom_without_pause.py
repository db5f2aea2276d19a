"""A priority group has headroom, but its priority does not pause.

Why: no pause is ever sent, so the headroom is memory taken from the shared pool for nothing, and
the class is lossy although its profile says otherwise.

Example: `BUFFER_PG|Ethernet0|4` has a lossless profile; pfc_enable on Ethernet0 is 3.

Fix: pause the priority (pfc_enable), or give the group a lossy profile.

Source: SONiC swss pull request 1055; IEEE 802.1Qbb.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing, number
from fabricgen.rules._ports import file_ports
from fabricgen.rules._qos import (
    bare,
    buffers_apply,
    has_headroom,
    priorities,
    profile_name,
    spans,
)

ID = "QOS023"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per lossless group whose priority is not paused."""
    config = subject.config
    if not buffers_apply(config):
        return
    ports = file_ports(config)
    for span in spans(config, "BUFFER_PG"):
        profile = profile_name(config, "BUFFER_PG", span.key)
        if profile is None or not has_headroom(config, profile) or span.port not in ports:
            continue
        text = config.text("PORT_QOS_MAP", span.port, "pfc_enable")
        name = config.text("PORT_QOS_MAP", span.port, "pfc_to_pg_map")
        paused = set(priorities(text))
        if name:
            table = config.row("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", bare(name))
            paused = {number(str(table.get(str(priority), priority))) or 0 for priority in paused}
        idle = [pg for pg in range(span.low, min(span.high, 7) + 1) if pg not in paused]
        if idle:
            yield found(
                config,
                f"priority group {listing(map(str, idle))} of {span.port} has the lossless profile "
                f"{profile}, but pfc_enable is {text or 'absent'}",
                "pause the priority, or use a lossy profile",
                "BUFFER_PG",
                span.key,
                "profile",
            )
