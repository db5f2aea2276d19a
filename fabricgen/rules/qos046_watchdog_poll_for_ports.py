"""The watchdog polls faster than the port count allows.

Why: the daemon reads the counters of all ports in each interval. SONiC's own default grows by 200
ms per 32 ports; below that the counters are late and false storms are reported.

Example: 64 ports and POLL_INTERVAL 200.

Fix: use 200 ms times the number of 32-port blocks, at most 1000 ms, and detection and restoration
times not below it.

Source: pfcwd start_default, SONiC utilities commit 691b1bbc4fd2.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number

ID = "QOS046"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_BLOCK, _STEP_MS, _LONGEST_MS = 32, 200, 1000


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding if the interval is below SONiC's default for this number of ports."""
    config = subject.config
    poll = number(config.text("PFC_WD", "GLOBAL", "POLL_INTERVAL"))
    watched = sum(key != "GLOBAL" for key in config.rows("PFC_WD"))
    least = min(_LONGEST_MS, _STEP_MS * -(-watched // _BLOCK))
    if poll is not None and watched and poll < least:
        yield found(
            config,
            f"POLL_INTERVAL {poll} ms is below {least} ms, SONiC's default for {watched} watched ports",
            f"set POLL_INTERVAL to {least}, and detection and restoration times not below it",
            "PFC_WD",
            "GLOBAL",
            "POLL_INTERVAL",
        )
