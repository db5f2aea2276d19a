"""The design needs more ports than the box has.

Why: a port that does not exist cannot be cabled; service ports do not count.

Example: a scalable unit of 80 nodes on a leaf of 128 ports with as many uplinks as down ports.

Fix: make the scalable unit smaller, raise oversubscription, or choose a platform of higher radix.

Source: the platform's own port map.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP022"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each problem of the kind ``too-few-ports``."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "too-few-ports")
