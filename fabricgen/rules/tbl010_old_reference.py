"""A reference has the form of older releases.

Why: older releases wrote `[TABLE|name]` or `TABLE|name`; current ones look up the bare name and
    find nothing.

Example: `BUFFER_PG|Ethernet0|0` with the profile `[BUFFER_PROFILE|ingress_lossy_profile]`.

Fix: write the bare name.

Source: sonic-net/sonic-utilities issue 4107; sonic-net/sonic-swss issue 842.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL010"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "old-reference")
