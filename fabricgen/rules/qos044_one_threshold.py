"""A buffer profile has both thresholds, or none.

Why: a profile is created with exactly one threshold: dynamic_th in a dynamic pool, static_th in a
static one. With both or none the daemon refuses it.

Example: `BUFFER_PROFILE|p` with dynamic_th 0 and static_th 100000.

Fix: keep the one that fits the mode of the pool.

Source: SONiC buildimage pull request 10627; SAI buffer profile attributes.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "QOS044"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per profile without exactly one threshold."""
    config = subject.config
    for profile, row in config.rows("BUFFER_PROFILE").items():
        present = [field for field in ("dynamic_th", "static_th") if field in row]
        if len(present) == 1:
            continue
        what = "dynamic_th and static_th" if present else "neither dynamic_th nor static_th"
        yield found(
            config,
            f"profile {profile} has {what}",
            "keep the one that fits the mode of its pool",
            "BUFFER_PROFILE",
            profile,
            "static_th" if present else None,
        )
