"""The cabling given does not fit the design.

Why: a cable that is pinned to a port the box does not have, to a port that another cable has, or between
devices the design does not join so often, cannot be pulled.

Example: a row of cabling.csv with `leaf-p1-su01-r1,Ethernet999`.

Fix: correct the row, or change the intent until it has that cable; `fabricgen render` without
`cabling` writes a cabling.csv to start from.

Source: docs/topology.md, pinned cabling.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP017"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each problem of the kind ``cabling``."""
    if design.topology is not None:
        for kind in ("cabling",):
            yield from findings(design.topology.problems, kind)
