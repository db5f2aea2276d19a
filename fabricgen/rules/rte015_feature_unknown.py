"""No source says that the ASIC has what the intent asks for.

Why: SONiC finds out at run time and ignores the rows with a line in the log where the ASIC cannot do it:
nothing fails, and nothing is gained.

Example: `trimming` on a Spectrum-4 switch.

Fix: look at STATE_DB SWITCH_CAPABILITY of such a switch, then accept this finding.

Source: SONiC doc/packet_trimming, doc/ecmp, doc/srv6; sonic-swss orchagent.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE015"
SEVERITY = Severity.WARNING
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``feature-unknown`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "feature-unknown")
