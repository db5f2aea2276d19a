"""A lossless queue does not mark ECN.

Why: DCQCN slows senders down when packets are marked. Without marking nothing but PFC limits
them: pauses spread through the fabric.

Example: `QUEUE|Ethernet0|3` has a scheduler and no wred_profile.

Fix: bind a WRED profile with ecn (ecn_all) to the queue. A design without DCQCN may leave it out
on purpose.

Source: Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import bare, buffers_apply, class_groups, row_key

ID = "QOS035"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per queue number, naming the ports."""
    config = subject.config
    if not buffers_apply(config) or not config.rows("QUEUE"):
        return
    silent: dict[int, list[str]] = {}
    for group in class_groups(config):
        for priority in group.priorities:
            queue = group.pause_queue(priority)
            if queue is None:
                continue
            for port in group.ports:
                if not _marks(config, port, queue):
                    silent.setdefault(queue, []).append(port)
    for queue, ports in silent.items():
        key = row_key(config, "QUEUE", ports[0], queue)
        yield found(
            config,
            f"lossless queue {queue} does not mark ECN on {len(ports)} ports: {listing(ports)}",
            "bind a wred_profile with ecn ecn_all",
            "QUEUE" if key else "PORT_QOS_MAP",
            key or ports[0],
        )


def _marks(config: ConfigDb, port: str, queue: int) -> bool:
    key = row_key(config, "QUEUE", port, queue)
    profile = bare(config.text("QUEUE", key, "wred_profile") or "") if key else ""
    return config.text("WRED_PROFILE", profile, "ecn") not in (None, "ecn_none")
