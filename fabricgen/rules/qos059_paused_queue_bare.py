"""A port pauses, but its lossless queue has no buffer or no scheduler.

Why: pause protects a queue only with all of its parts: without a row in BUFFER_QUEUE the queue takes the
default of the SDK, which drops; without one in QUEUE it is served as a strict queue of its number, beside
CNP and control traffic, and marks nothing.

Example: `PORT_QOS_MAP|Ethernet0` has pfc_enable 3, and no row of BUFFER_QUEUE covers `Ethernet0|3`.

Fix: give the queue the lossless egress profile in BUFFER_QUEUE, and a scheduler in QUEUE; or remove pfc_enable.

Source: SONiC buffers_config.j2 and qos_config.j2, commit 086b03bd70f9, which write both for every port.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import buffers_apply, class_groups, row_key

ID = "QOS059"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per table and queue, naming the ports."""
    config = subject.config
    if not buffers_apply(config):
        return
    tables = ["BUFFER_QUEUE"] if config.rows("BUFFER_POOL") else []
    if not config.rows("QUEUE"):  # with rows of other queues a bare one is QOS038
        tables.append("QUEUE")
    bare: dict[tuple[str, int], list[str]] = {}
    for group in class_groups(config):
        queues = {group.pause_queue(priority) for priority in group.priorities} - {None}
        for table in tables:
            for queue in sorted(queue for queue in queues if queue is not None):
                ports = [
                    port for port in group.ports if row_key(config, table, port, queue) is None
                ]
                bare.setdefault((table, queue), []).extend(ports)
    for (table, queue), ports in bare.items():
        if ports:
            yield found(
                config,
                f"queue {queue} is paused without a row in {table} on {len(ports)} ports: {listing(ports)}",
                f"write {table}|{ports[0]}|{queue}, or remove pfc_enable",
                "PORT_QOS_MAP",
                ports[0],
                "pfc_enable",
            )
