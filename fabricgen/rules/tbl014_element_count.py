"""A list holds too many or too few elements.

Why: the daemon uses the first ones, or none.

Example: a `route_map_in` of two names.

Fix: add or remove elements.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL014"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "element-count")
