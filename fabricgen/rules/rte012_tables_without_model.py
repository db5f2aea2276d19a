"""Tables are written that no community release of SONiC has a model for.

Why: adaptive routing (ARS) is a design of SONiC, with tables and fields but without a model or an
orchestrator in any community release; the timers of BFD are read by frrcfgd, but have no model either. `config reload` refuses a file with such tables from 202505 on;
only a vendor's release that has them takes it. Per-packet spraying needs NICs that accept packets
out of order besides.

Example: `sonic: {extensions: [ars]}` and `load_balancing: adaptive`, or `extensions: [bfd]` and
`routing: {bfd_interval: 100}`.

Fix: accept this finding for a release that has the tables; else leave the extension out.

Source: SONiC doc/ARS (design document, not merged); sonic-utilities, config reload.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE012"
SEVERITY = Severity.WARNING
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``tables-without-model`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "tables-without-model")
