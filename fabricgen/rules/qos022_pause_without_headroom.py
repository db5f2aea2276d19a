"""A paused priority group has a profile without headroom.

Why: pause is sent when the group's share is used up, and what is still in flight must fit into
the headroom (xoff). Without it those packets are dropped, and the no-drop class drops.

Example: pfc_enable 3 on Ethernet0 while `BUFFER_PG|Ethernet0|3` uses ingress_lossy_profile.

Fix: give the group the lossless profile of the port's speed and cable, or leave the row out so
that the switch makes it.

Source: SONiC buildimage issue 5910; SONiC swss pull request 1055; IEEE 802.1Q annex N.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import service_ports
from fabricgen.rules._qos import (
    class_groups,
    has_headroom,
    profile_name,
    row_key,
)

ID = "QOS022"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per paused group with a lossy profile."""
    config = subject.config
    profiles = config.rows("BUFFER_PROFILE")
    for group in class_groups(config):
        for priority in group.priorities:
            pg = group.pg(priority)
            for port in group.ports:
                if port in service_ports(subject):
                    continue
                key = row_key(config, "BUFFER_PG", port, pg)
                profile = profile_name(config, "BUFFER_PG", key) if key else None
                if profile is None or profile not in profiles or has_headroom(config, profile):
                    continue
                yield found(
                    config,
                    f"PORT_QOS_MAP|{port} pauses priority {priority} (pfc_enable "
                    f"{config.text('PORT_QOS_MAP', port, 'pfc_enable')}), but priority group {pg} has "
                    f"{profile}, which has no headroom (xoff)",
                    "use the lossless profile of the port's speed and cable",
                    "BUFFER_PG",
                    str(key),
                    "profile",
                )
