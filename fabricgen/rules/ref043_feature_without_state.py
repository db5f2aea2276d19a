"""A feature row has no state.

Why: some releases end the reload with a key error, others leave the service stopped; a partial
row replaces what the image would have set.

Example: `FEATURE|bgp` holds auto_restart only.

Fix: write the whole row, with `state`, or leave the row out so that the image's own applies.

Source: SONiC buildimage issues 8362 and 6659; SONiC utilities pull request 1209.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF043"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per feature without a state."""
    config = subject.config
    for name, row in config.rows("FEATURE").items():
        if "state" not in row:
            yield found(
                config,
                f"feature {name} has no state",
                "write state (enabled or disabled), or leave the row out",
                "FEATURE",
                name,
            )
