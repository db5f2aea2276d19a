"""A table has more rows than it takes.

Why: the daemon ignores the rest, and which rows those are is not fixed.

Example: three `SFLOW_COLLECTOR` rows, or two `VXLAN_EVPN_NVO` rows.

Fix: remove rows.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models), max-elements.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL015"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "row-count")
