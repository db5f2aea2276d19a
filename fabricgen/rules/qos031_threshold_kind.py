"""A profile's threshold does not fit its pool's mode.

Why: a pool of mode dynamic takes dynamic_th (a power of two), one of mode static takes static_th
(bytes). With the other one the profile is not created. Broadcom and Marvell switches ship lossy
profiles of the other kind on purpose (a limit of the whole buffer), so there only lossless
profiles count.

Example: pool ingress_lossless_pool has mode dynamic, its profile has static_th.

Fix: use the threshold of the pool's mode.

Source: SONiC buildimage pull request 10627; SAI buffer profile attributes.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import platform
from fabricgen.rules._qos import (
    bare,
    has_headroom,
)

ID = "QOS031"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per profile with the threshold of the other mode only."""
    config, box = subject.config, platform(subject)
    strict = box is not None and box.asic.sonic_type == "mellanox"
    for profile, row in config.rows("BUFFER_PROFILE").items():
        if not strict and not has_headroom(config, profile):
            continue
        pool = bare(config.text("BUFFER_PROFILE", profile, "pool") or "")
        mode = config.text("BUFFER_POOL", pool, "mode")
        wrong = {"dynamic": "static_th", "static": "dynamic_th"}.get(mode or "")
        right = {"dynamic": "dynamic_th", "static": "static_th"}.get(mode or "")
        if wrong in row and right not in row:
            yield found(
                config,
                f"profile {profile} has {wrong}, but its pool {pool} has mode {mode}",
                f"write {right}, or change the mode of the pool",
                "BUFFER_PROFILE",
                profile,
                wrong,
            )
