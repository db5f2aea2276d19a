"""Lossy traffic shares the queue that PFC stops.

Why: a pause of the lossless class stops the other traffic in its queue too, while that traffic
enters a group without headroom: it fills the queue and drops.

Example: DSCP 10 goes to TC 1 (priority group 0) and to queue 3, the queue of paused priority 3.

Fix: give every lossy traffic class a queue of its own.

Source: IEEE 802.1Qbb; SONiC QoS design.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import class_groups

ID = "QOS047"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per traffic class with traffic in a paused queue but a lossy group."""
    config = subject.config
    for group in class_groups(config):
        queues, pgs = group.maps.get("tc_to_queue_map", {}), group.maps.get("tc_to_pg_map", {})
        stopped = {group.pause_queue(one): one for one in group.priorities}
        lossless = set(map(group.pg, group.priorities))
        for tc in sorted(group.fed):
            queue = queues.get(tc)
            if queue is None or queue not in stopped or pgs.get(tc, 0) in lossless:
                continue
            yield found(
                config,
                f"TC {tc} is lossy (priority group {pgs.get(tc, 0)}), but is in queue {queue}, which paused "
                f"priority {stopped[queue]} stops (on {listing(group.ports)})",
                f"give TC {tc} a queue of its own",
                "TC_TO_QUEUE_MAP",
                group.names["tc_to_queue_map"],
                str(tc),
            )
