"""A queue that carries traffic has no scheduler.

Why: without a scheduler the queue has the ASIC's default weight, often 1 or strict: its share of
the link is not the one that was planned.

Example: DSCP 10 goes to TC 1 and queue 1; `QUEUE|Ethernet0|1` has no scheduler.

Fix: bind a SCHEDULER to every queue that a DSCP leads to.

Source: SONiC QoS design; qos_config.j2, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import buffers_apply, class_groups, row_key

ID = "QOS038"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per queue number, naming the ports."""
    config = subject.config
    if not config.rows("QUEUE") or not buffers_apply(config):
        return
    bare_ports: dict[int, list[str]] = {}
    for group in class_groups(config):
        queues = group.maps.get("tc_to_queue_map", {})
        for queue in sorted({queues[tc] for tc in group.fed if tc in queues}):
            for port in group.ports:
                key = row_key(config, "QUEUE", port, queue)
                if key is None or not config.text("QUEUE", key, "scheduler"):
                    bare_ports.setdefault(queue, []).append(port)
    for queue, ports in bare_ports.items():
        key = row_key(config, "QUEUE", ports[0], queue)
        yield found(
            config,
            f"queue {queue} carries traffic without a scheduler on {len(ports)} ports: {listing(ports)}",
            "bind a scheduler to the queue",
            "QUEUE" if key else "PORT_QOS_MAP",
            key or ports[0],
        )
