"""A scheduler serves its queue in a way that defeats the classes.

Why: a scheduler without a type is WRR and one without a weight has weight 1, the smallest. Traffic without
a class in a strict queue starves everything below it, the lossless class first. Notifications of congestion
in a weighted queue wait behind the data they are to slow down.

Example: `SCHEDULER|scheduler.default` is STRICT while queue 0 carries DSCP 0.

Fix: DWRR with a weight for data, STRICT for notifications (DSCP 48, or 46 of AMD).

Source: sonic-scheduler.yang, SONiC buildimage commit 086b03bd70f9; NVIDIA Cumulus Linux, RoCE.
"""

from collections.abc import Iterator, Mapping

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._qos import bare, class_groups, row_key

ID = "QOS053"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_BEST_EFFORT = 0
_NOTIFICATIONS = (48, 46)


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per unsound scheduler of lossless ports."""
    config = subject.config
    done: set[str] = set()
    for group in class_groups(config):
        dscps, queues = group.maps.get("dscp_to_tc_map", {}), group.maps.get("tc_to_queue_map", {})
        alone = _alone(dscps, queues)
        lossless = {group.pause_queue(priority) for priority in group.priorities}
        for port in group.ports[:1]:
            for queue in range(8):
                key = row_key(config, "QUEUE", port, queue)
                name = bare(config.text("QUEUE", key, "scheduler") or "") if key else ""
                if name not in config.rows("SCHEDULER") or name in done:
                    continue
                done.add(name)
                strict = config.text("SCHEDULER", name, "type") == "STRICT"
                plain = queues.get(dscps.get(_BEST_EFFORT, 0)) == queue and queue not in lossless
                yield from _judged(config, name, plain and strict, alone == queue and not strict)


def _alone(dscps: Mapping[int, int], queues: Mapping[int, int]) -> int | None:
    """Return the queue that carries nothing but notifications, None without one."""
    for dscp in _NOTIFICATIONS:
        queue = queues.get(dscps.get(dscp, -1))
        others = {d for d, tc in dscps.items() if queues.get(tc) == queue}
        if queue is not None and others == {dscp}:
            return queue
    return None


def _judged(config: ConfigDb, name: str, starves: bool, waits: bool) -> Iterator[Finding]:
    row = config.row("SCHEDULER", name)
    kind = config.text("SCHEDULER", name, "type")
    if kind is None:
        text = f"{name} has no type, which counts as WRR"
    elif kind != "STRICT" and "weight" not in row:
        text = f"{name} has no weight, which counts as 1"
    elif starves:
        text = (
            f"{name} is STRICT and serves traffic without a class, which starves the lossless class"
        )
    elif waits:
        text = (
            f"{name} is {kind} and serves notifications of congestion, which wait behind the data"
        )
    else:
        return
    yield found(
        config,
        text,
        "use DWRR with a weight for data and STRICT for notifications",
        "SCHEDULER",
        name,
        "type" if "type" in row else None,
    )
