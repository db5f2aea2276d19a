"""The lossless class breaks on its way from DSCP to PFC.

Why: a class is lossless only if its traffic class, its priority group, its queue and its PFC
priority belong together. If a received pause stops another queue than the one the traffic waits
in, or no traffic class leads to the paused group, every table is valid and traffic drops.

Example: DSCP 26 goes to TC 3 and TC 3 to queue 1, while a pause of priority 3 stops queue 3.

Fix: follow DSCP_TO_TC_MAP, TC_TO_PRIORITY_GROUP_MAP, TC_TO_QUEUE_MAP and
MAP_PFC_PRIORITY_TO_QUEUE for each paused priority, and make both queues equal.

Source: IEEE 802.1Qbb; SONiC QoS design; qos_config.j2, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import ClassGroup, class_groups

ID = "QOS020"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield the first break of each paused priority of each group of ports with equal maps."""
    for group in class_groups(subject.config):
        for priority in group.priorities:
            finding = _group_break(subject.config, group, priority)
            if finding is not None:
                yield finding


def _group_break(config: ConfigDb, group: ClassGroup, priority: int) -> Finding | None:
    on = f" (on {listing(group.ports)})"
    pg, names = group.pg(priority), group.names
    if "tc_to_pg_map" in names and not group.classes(priority):
        return found(
            config,
            f"priority {priority} is paused, but no traffic class of TC_TO_PRIORITY_GROUP_MAP|"
            f"{names['tc_to_pg_map']} goes to priority group {pg}{on}",
            f"map the lossless traffic class to priority group {pg}",
            "TC_TO_PRIORITY_GROUP_MAP",
            names["tc_to_pg_map"],
        )
    stopped = group.pause_queue(priority)
    if stopped is None:
        return found(
            config,
            f"priority {priority} is paused, but MAP_PFC_PRIORITY_TO_QUEUE|"
            f"{names['pfc_to_queue_map']} has no entry {priority}{on}",
            f"map priority {priority} to the queue of its traffic class",
            "MAP_PFC_PRIORITY_TO_QUEUE",
            names["pfc_to_queue_map"],
        )
    return _queue_break(config, group, priority, stopped)


def _queue_break(
    config: ConfigDb, group: ClassGroup, priority: int, stopped: int
) -> Finding | None:
    queues, names = group.maps.get("tc_to_queue_map"), group.names
    if queues is None:
        return None
    pause = f"MAP_PFC_PRIORITY_TO_QUEUE|{names.get('pfc_to_queue_map', '(default)')}|{priority}"
    for tc in group.classes(priority):
        queue = queues.get(tc)
        if queue == stopped:
            continue
        where = f"puts it in queue {queue}" if queue is not None else "has no entry for it"
        return found(
            config,
            f"TC {tc} carries the traffic of paused priority {priority}: TC_TO_QUEUE_MAP|"
            f"{names['tc_to_queue_map']}|{tc} {where}, {pause} stops queue {stopped} "
            f"(on {listing(group.ports)})",
            f"send TC {tc} to queue {stopped}, or let priority {priority} stop the queue of TC {tc}",
            "TC_TO_QUEUE_MAP",
            names["tc_to_queue_map"],
            str(tc) if queue is not None else None,
        )
    return None
