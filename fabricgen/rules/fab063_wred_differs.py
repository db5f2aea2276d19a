"""The same speed and queue get other ECN thresholds on one device than on its equals.

Why: flows that cross the switch with the lower thresholds are slowed down first, so jobs see
unequal bandwidth; the one with higher thresholds pauses (PFC) before it marks.

Example: queue 3 of 400 Gb/s ports marks from 1048576 bytes on three leaves, from 65536 on leaf-1.

Fix: bind the same WRED_PROFILE values for one speed on all devices of a tier and platform.

Source: RFC 3168; Zhu et al., DCQCN (SIGCOMM 2015).
"""

from collections.abc import Iterator, Mapping

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_alike import equally_used
from fabricgen.rules._fabric_qos import by_port, plain
from fabricgen.rules._fabric_roles import peers
from fabricgen.rules._fabric_usual import outliers

ID = "FAB063"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at the QUEUE row of the first port of every device that differs."""
    groups = [one for names in peers(fabric).values() for one in equally_used(fabric, names)]
    for names in groups:
        held: dict[tuple[str, str], dict[str, tuple[str, str]]] = {}
        for name in names:
            for speed_queue, entry in _marking(fabric.devices[name]).items():
                held.setdefault(speed_queue, {})[name] = entry
        for (speed, queue), entries in sorted(held.items()):
            for one in outliers({name: value for name, (value, _) in entries.items()}):
                yield found(
                    fabric.devices[one.device],
                    f"queue {queue} of ports at {speed} Mb/s marks {one.value} bytes on {one.device} but "
                    f"{one.usual} bytes on {one.usual_count} devices like it",
                    "use the same WRED_PROFILE values for one speed on all of them",
                    "QUEUE",
                    entries[one.device][1],
                    "wred_profile",
                )


def _marking(config: ConfigDb) -> Mapping[tuple[str, str], tuple[str, str]]:
    """The thresholds of the first port of each speed, by speed and queue, with the QUEUE key."""
    result: dict[tuple[str, str], tuple[str, str]] = {}
    for port, queue, key in by_port(config, "QUEUE"):
        profile = plain(config.text("QUEUE", key, "wred_profile"))
        speed = config.text("PORT", port, "speed")
        if profile is not None and speed is not None:
            low, high = (
                config.text("WRED_PROFILE", profile, f"green_{end}_threshold")
                for end in ("min", "max")
            )
            chance = config.text("WRED_PROFILE", profile, "green_drop_probability")
            result.setdefault((speed, queue), (f"{low} to {high} at {chance} %", key))
    return result
