"""BFD is asked for on a path that has none.

Why: the templates of bgpcfgd render no bfd for neighbours, and bfdd is not started; there is no field
for it either. A silent failure then lasts for the hold time.

Example: `routing: {bfd: true}` with `sonic: {routing: bgpcfgd}`, which is the default.

Fix: use `sonic: {routing: frrcfgd}`, whose sessions are watched by BFD (300 ms, 3 times), or shorten
the hold time.

Source: SONiC buildimage dockers/docker-fpm-frr/frr/supervisord, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE006"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``bfd-needs-framework`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "bfd-needs-framework")
