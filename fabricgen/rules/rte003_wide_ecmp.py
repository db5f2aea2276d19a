"""More equal paths than the routing path uses.

Why: SONiC's template path sets maximum-paths 514, and the model of the management framework ends at
256; paths beyond that carry nothing.

Example: leaves of 600 uplinks.

Fix: use fewer and faster uplinks, or more planes.

Source: SONiC buildimage files/build_templates/constants.yml.j2, sonic-bgp-global.yang, commit
086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE003"
SEVERITY = Severity.WARNING
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``wide-ecmp`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "wide-ecmp")
