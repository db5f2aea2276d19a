"""The two ends of a session have different timers.

Why: the smaller hold time wins at both ends, so failures are noticed later or sooner than the plan
says, and keepalives of the slower end may come too late for the faster one.

Example: leaf-1 has holdtime 10 towards spine-1, spine-1 has 180 (the default) towards leaf-1.

Fix: write the same keepalive and holdtime on both ends.

Source: RFC 4271 section 4.2.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, number
from fabricgen.rules._fabric_sessions import Session, pairs, row_value

ID = "FAB046"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every session and timer that differ, at the slower end."""
    for one, other in pairs(fabric):
        for field, default in (("holdtime", 180), ("keepalive", 60)):
            values = [_seconds(fabric, end, field, default) for end in (one, other)]
            if values[0] == values[1]:
                continue
            slow, fast = (one, other) if values[0] > values[1] else (other, one)
            config = fabric.devices[slow.device]
            stated = config.text("BGP_NEIGHBOR", slow.key, field) is not None
            yield found(
                config,
                f"{field} is {max(values)} s on {slow.device} ({slow.key}) and {min(values)} s on "
                f"{fast.device} for the same session",
                f"write one {field} on both ends",
                "BGP_NEIGHBOR",
                slow.key,
                field if stated else None,
            )


def _seconds(fabric: FabricFiles, end: Session, field: str, default: int) -> int:
    value = number(row_value(fabric.devices[end.device], end.key, field))
    return default if value is None else value
