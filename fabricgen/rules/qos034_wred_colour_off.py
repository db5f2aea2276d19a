"""A WRED profile has thresholds for a colour that is off.

Why: thresholds of a colour count only with `wred_<colour>_enable` true. Some drivers refuse later
changes of such a profile, and ECN on green packets marks nothing while green is off.

Example: green_min_threshold and green_max_threshold with wred_green_enable `false`.

Fix: enable the colour, or leave its thresholds out.

Source: SONiC mgmt issue 26163; SONiC utilities issue 2448.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._qos import bare

ID = "QOS034"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_COLOURS = ("green", "yellow", "red")


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per bound profile with idle thresholds, naming the colours."""
    config = subject.config
    bound = {bare(config.text("QUEUE", key, "wred_profile") or "") for key in config.rows("QUEUE")}
    for profile, row in config.rows("WRED_PROFILE").items():
        if profile not in bound:
            continue
        idle = [
            colour
            for colour in _COLOURS
            if (f"{colour}_min_threshold" in row or f"{colour}_max_threshold" in row)
            and config.text("WRED_PROFILE", profile, f"wred_{colour}_enable") != "true"
        ]
        if idle:
            yield found(
                config,
                f"WRED profile {profile} has thresholds for {' and '.join(idle)}, but wred_{idle[0]}_enable "
                f"is {config.text('WRED_PROFILE', profile, f'wred_{idle[0]}_enable') or 'absent'}",
                f"enable {' and '.join(idle)}, or leave the thresholds out",
                "WRED_PROFILE",
                profile,
            )
