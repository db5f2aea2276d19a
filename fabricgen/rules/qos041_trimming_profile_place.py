"""A trimming profile is bound where packets cannot be trimmed.

Why: trimming is an action of an egress queue. On a priority group or in a port's profile list the
daemon refuses the row.

Example: `BUFFER_PG|Ethernet0|0` uses a profile with packet_discard_action `trim`.

Fix: bind the profile to BUFFER_QUEUE rows of lossy queues only.

Source: SONiC packet trimming design; sonic-swss bufferorch.cpp.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, texts
from fabricgen.rules._qos import bare, class_groups, profile_name, row_key

ID = "QOS041"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_LISTS = ("BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST")


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per priority group, profile list or lossless queue with such a profile."""
    config = subject.config
    trimming = {
        name
        for name in config.rows("BUFFER_PROFILE")
        if config.text("BUFFER_PROFILE", name, "packet_discard_action") == "trim"
    }
    if not trimming:
        return
    hint = "bind it to BUFFER_QUEUE rows of lossy queues only"
    for key in config.rows("BUFFER_PG"):
        name = profile_name(config, "BUFFER_PG", key)
        if name in trimming:
            message = f"priority group {key} has the trimming profile {name}"
            yield found(config, message, hint, "BUFFER_PG", key, "profile")
    for table in _LISTS:
        for port, row in config.rows(table).items():
            names = [
                bare(name) for name in texts(row.get("profile_list")) if bare(name) in trimming
            ]
            if names:
                message = f"the profile list of {port} holds the trimming profile {names[0]}"
                yield found(config, message, hint, table, port, "profile_list")
    for group in class_groups(config):
        for queue in map(group.pause_queue, group.priorities):
            for port in group.ports:
                queue_row = (
                    row_key(config, "BUFFER_QUEUE", port, queue) if queue is not None else None
                )
                if queue_row and profile_name(config, "BUFFER_QUEUE", queue_row) in trimming:
                    message = f"lossless queue {queue} of {port} has a trimming profile"
                    yield found(config, message, hint, "BUFFER_QUEUE", queue_row, "profile")
