"""A port pauses, but lacks a map of its class.

Why: without the map the ASIC's default counts, which is not the map of the other ports: DSCP 26
lands in TC 0, the pause stops no queue, or the traffic enters a lossy group.

Example: `PORT_QOS_MAP|Ethernet0` has pfc_enable 3 and no tc_to_pg_map.

Fix: bind dscp_to_tc_map (or dot1p_to_tc_map), tc_to_queue_map, tc_to_pg_map and pfc_to_queue_map
on every port that pauses.

Source: SONiC QoS design; qos_config.j2, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import class_groups

ID = "QOS021"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_NEEDED = ("tc_to_queue_map", "tc_to_pg_map", "pfc_to_queue_map")


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per group of ports that lacks the same maps."""
    config = subject.config
    for group in class_groups(config):
        lacking = [field for field in _NEEDED if field not in group.names]
        if "dscp_to_tc_map" not in group.names and not config.text(
            "PORT_QOS_MAP", group.ports[0], "dot1p_to_tc_map"
        ):
            lacking.insert(0, "dscp_to_tc_map")
        if lacking:
            yield found(
                config,
                f"{listing(group.ports)} pause priority {','.join(map(str, group.priorities))} without "
                f"{', '.join(lacking)}",
                "bind the maps of the other ports",
                "PORT_QOS_MAP",
                group.ports[0],
            )
