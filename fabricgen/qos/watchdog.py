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
_MOST_SWITCHES = 5  # of a path in a fabric of three tiers


def watchdog(port_count: int, asked: WatchdogIntent | None = None, honest_ms: int = 0) -> Watchdog:
    """Return the times for a box of ``port_count`` ports, service ports included, at least 1.

    Detection and poll are 200 ms per started block of 32 ports (poll at most 1000 ms), as SONiC's
    ``pfcwd start_default`` scales them; restoration is twice the detection. What ``asked`` pins wins;
    poll then stays at or below both others.

    Args:
        port_count: Ports of the box.
        asked: What the intent pins.
        honest_ms: The longest pause of plain congestion (``honest_pause_ms``), for the reasons.

    Source: sonic-utilities pfcwd/main.py, commit 691b1bbc4fd2.
    """
    pinned = asked or WatchdogIntent()
    blocks = 1 + (port_count - 1) // _PORTS_PER_STEP
    scaled = _STEP_MS * blocks
    detection = pinned.detection or min(scaled, _DETECTION_MAX_MS)
    restoration = pinned.restoration or min(2 * detection, _RESTORATION_MAX_MS)
    poll = pinned.poll or min(scaled, _POLL_MAX_MS, detection, restoration)
    return Watchdog(
        poll_ms=poll,
        detection_ms=detection,
        restoration_ms=restoration,
        action=pinned.action,
        reasons=(
            f"{port_count} ports with the service ports are {blocks} started blocks of {_PORTS_PER_STEP}: "
            f"{_STEP_MS} ms each, since the daemon reads the counters of all ports in one poll",
            f"detection {detection} ms against {honest_ms} ms, the longest pause that congestion alone can "
            f"make: {_MOST_SWITCHES} full buffers one after the other through the slowest lossless port (ours)",
            f"restoration {restoration} ms against {detection + poll} ms, detection and one poll: every switch "
            "of a loop has acted before the first one lets traffic in again (ours)",
        ),
    )


def honest_pause_ms(buffer_bytes: int, slowest_mbps: int) -> int:
    """Return the longest pause that congestion alone can make, in milliseconds, rounded up (ours).

    A paused port resumes when the switch behind it has drained. At worst each switch of the longest path
    waits for the next, and each drains a whole buffer through one port of the slowest lossless speed.
    """
    return -(-_MOST_SWITCHES * buffer_bytes * 8 // (slowest_mbps * 1000))


def unsafe(found: Watchdog, honest_ms: int) -> Iterator[Problem]:
    """Yield times that shoot at plain congestion or do not end a deadlock; kind ``watchdog-unsafe``."""
    if found.detection_ms <= honest_ms:
        yield Problem(
            kind="watchdog-unsafe",
            message=f"the watchdog calls a pause of {found.detection_ms} ms a storm, and congestion alone "
            f"can pause for {honest_ms} ms ({_MOST_SWITCHES} full buffers one after the other)",
            hint=f"write a detection above {honest_ms}",
        )
    need = found.detection_ms + found.poll_ms
    if found.restoration_ms < need:
        yield Problem(
            kind="watchdog-unsafe",
            message=f"the watchdog lets traffic in again after {found.restoration_ms} ms, before the other "
            f"switches of a deadlock have seen it (detection {found.detection_ms} ms and poll "
            f"{found.poll_ms} ms), so the loop may close again",
            hint=f"write a restoration of at least {need}",
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
