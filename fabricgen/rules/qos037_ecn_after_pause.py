"""ECN marks only after PFC has paused.

Why: with n busy ports a queue holds at most alpha * pool / (n * (1 + alpha)) bytes before its
priority group pauses. Above that bound the threshold is never reached in the worst case: pauses
do the work of DCQCN.

Example: green_max_threshold 2097152 bytes on 64 ports with alpha 1 and a pool of 52161690 bytes:
the bound is 407513 bytes.

Fix: lower the thresholds below the bound, or accept that ECN marks late when every port is busy.

Source: Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 4 (buffer
thresholds), in terms of SONiC's alpha = 2^dynamic_th.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number
from fabricgen.rules._qos import bare, class_groups, has_headroom, paused_ports, row_key

ID = "QOS037"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per WRED profile of lossless queues above the bound."""
    config = subject.config
    bound = _bound_bytes(config)
    if bound is None:
        return
    count = len(paused_ports(config))
    for profile in _lossless_wred(config):
        maximum = number(config.text("WRED_PROFILE", profile, "green_max_threshold"))
        if maximum is not None and maximum > bound:
            yield found(
                config,
                f"green_max_threshold {maximum} bytes of {profile} is above {bound} bytes, the most a queue "
                f"holds before PFC pauses when all {count} lossless ports are busy",
                f"set green_max_threshold to at most {bound} bytes",
                "WRED_PROFILE",
                profile,
                "green_max_threshold",
            )


def _lossless_wred(config: ConfigDb) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for group in class_groups(config):
        for queue in map(group.pause_queue, group.priorities):
            for port in group.ports:
                key = row_key(config, "QUEUE", port, queue) if queue is not None else None
                name = bare(config.text("QUEUE", key, "wred_profile") or "") if key else ""
                if name:
                    names[name] = None
    return tuple(names)


def _bound_bytes(config: ConfigDb) -> int | None:
    """Return alpha * pool / (n * (1 + alpha)) for the largest alpha of a lossless profile."""
    bounds = []
    count = len(paused_ports(config))
    for profile in config.rows("BUFFER_PROFILE"):
        if not has_headroom(config, profile):
            continue
        power = number(config.text("BUFFER_PROFILE", profile, "dynamic_th"))
        pool = bare(config.text("BUFFER_PROFILE", profile, "pool") or "")
        size = number(config.text("BUFFER_POOL", pool, "size"))
        if power is not None and -8 <= power <= 7 and size and count:
            up, down = 2 ** max(power, 0), 2 ** max(-power, 0)
            bounds.append(up * size // (count * (up + down)))
    return max(bounds, default=None)
