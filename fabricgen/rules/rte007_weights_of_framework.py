"""Weighted next hops are asked for on a path that has no field for them.

Why: wcmp_enabled makes the built-in policy of bgpcfgd attach a link-bandwidth community. The
management framework has no such policy, and its models know no link-bandwidth text.

Example: `routing: {weighted: true}` with `sonic: {routing: frrcfgd}`.

Fix: use bgpcfgd, or leave weighted out: equal paths need no weights.

Source: sonic-bgp-device-global.yang, sonic-route-map.yang; SONiC doc/wcmp.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE007"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``weights-need-templates`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "weights-need-templates")
