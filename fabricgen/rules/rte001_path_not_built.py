"""The routing path is not built by this version.

Why: the management framework (frrcfgd) needs other rows than the template path; a file with the
wrong ones loads, and no session comes up.

Example: `sonic: {routing: frrcfgd}`.

Fix: use bgpcfgd, the default of SONiC.

Source: SONiC buildimage src/sonic-frr-mgmt-framework and src/sonic-bgpcfgd, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE001"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``path-not-built`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "path-not-built")
