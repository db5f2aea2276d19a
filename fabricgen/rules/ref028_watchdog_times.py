"""A watchdog time is shorter than the poll interval, or stands in the wrong row.

Why: a storm cannot be seen faster than it is polled for: detection and recovery come later than
    configured. The interval belongs to the row GLOBAL, the times to the rows of ports.

Example: POLL_INTERVAL 200 ms with detection_time 100 ms.

Fix: raise the time to at least the interval; better to a multiple of it.

Source: SONiC YANG models, sonic-pfcwd; sonic-net/sonic-buildimage issue 3964.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number

ID = "REF028"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_PORT_FIELDS = ("action", "detection_time", "restoration_time", "pfc_stat_history")


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the times below the poll interval and the fields in the wrong row."""
    config = x.config
    has_global = "GLOBAL" in config.rows("PFC_WD")
    poll = number(config.text("PFC_WD", "GLOBAL", "POLL_INTERVAL"))
    for key, row in config.rows("PFC_WD").items():
        wrong = _PORT_FIELDS if key == "GLOBAL" else ("POLL_INTERVAL",)
        for field in (name for name in wrong if name in row):
            right = "the rows of ports" if key == "GLOBAL" else "the row GLOBAL"
            message = f"{field} belongs to {right}, not to {key}"
            yield found(config, message, "move the field", "PFC_WD", key, field)
        if key == "GLOBAL" or not has_global:
            continue
        for field in ("detection_time", "restoration_time"):
            time = number(config.text("PFC_WD", key, field))
            if time is None or (poll is not None and time >= poll):
                continue
            interval = "no POLL_INTERVAL" if poll is None else f"a POLL_INTERVAL of {poll} ms"
            message = f"{field} is {time} ms, and PFC_WD|GLOBAL has {interval}"
            hint = f"write at least {poll}" if poll else "add POLL_INTERVAL to PFC_WD|GLOBAL"
            yield found(config, message, hint, "PFC_WD", key, field)
