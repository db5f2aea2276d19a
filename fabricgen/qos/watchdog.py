"""PFC watchdog times from the number of ports, and those an intent pins."""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent, WatchdogIntent
from fabricgen.model.qos import Watchdog

_STEP_MS = 200
_PORTS_PER_STEP = 32
_POLL_MAX_MS = 1000
_DETECTION_MAX_MS = 5000
_RESTORATION_MAX_MS = 60_000


def watchdog(port_count: int, asked: WatchdogIntent | None = None) -> Watchdog:
    """Return the times for a box of ``port_count`` ports, service ports included, at least 1.

    Detection and poll are 200 ms per started block of 32 ports (poll at most 1000 ms), as SONiC's
    ``pfcwd start_default`` scales them; restoration is twice the detection. What ``asked`` pins wins;
    poll then stays at or below both others.

    Source: sonic-utilities pfcwd/main.py, commit 691b1bbc4fd2.
    """
    pinned = asked or WatchdogIntent()
    scaled = _STEP_MS * (1 + (port_count - 1) // _PORTS_PER_STEP)
    detection = pinned.detection or min(scaled, _DETECTION_MAX_MS)
    restoration = pinned.restoration or min(2 * detection, _RESTORATION_MAX_MS)
    poll = pinned.poll or min(scaled, _POLL_MAX_MS, detection, restoration)
    return Watchdog(
        poll_ms=poll, detection_ms=detection, restoration_ms=restoration, action=pinned.action
    )


def watchdog_problems(intent: Intent) -> Iterator[Problem]:
    """Yield pinned times that contradict each other; kind ``pinned-values``."""
    asked = intent.qos.watchdog
    times = (("detection", asked.detection), ("restoration", asked.restoration))
    for name, value in times:
        if asked.poll is not None and value is not None and asked.poll > value:
            yield Problem(
                kind="pinned-values",
                message=f"watchdog poll {asked.poll} ms is above {name} {value} ms, so the switch "
                "would look less often than it has to act",
                hint=f"write a poll of at most {value}",
                place=intent.place("qos", "watchdog", "poll"),
            )
