"""PFC watchdog times from the number of ports."""

from fabricgen.model.qos import Watchdog

_STEP_MS = 200
_PORTS_PER_STEP = 32
_POLL_MAX_MS = 1000
_DETECTION_MAX_MS = 5000


def watchdog(port_count: int) -> Watchdog:
    """Return the times for a box of ``port_count`` ports, service ports included, at least 1.

    Detection and poll are 200 ms per started block of 32 ports (poll at most 1000 ms), as SONiC's
    ``pfcwd start_default`` scales them; restoration is twice the detection.

    Source: sonic-utilities pfcwd/main.py, commit 691b1bbc4fd2.
    """
    scaled = _STEP_MS * (1 + (port_count - 1) // _PORTS_PER_STEP)
    detection = min(scaled, _DETECTION_MAX_MS)
    return Watchdog(
        poll_ms=min(scaled, _POLL_MAX_MS), detection_ms=detection, restoration_ms=2 * detection
    )
