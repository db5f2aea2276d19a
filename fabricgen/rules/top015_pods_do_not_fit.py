"""The pods of three tiers do not fit their spines or super-spines.

Why: the leaves of a pod take the lower ports of a spine and its uplinks the others, in the ratio of
spine_oversubscription and whole; a super-spine needs a port for each pod.

Example: `pod: 5` with 8 rails on a spine of 64 ports: 40 leaves and 40 uplinks are 80 ports.

Fix: use the number of units, or the oversubscription, that the message names.

Source: docs/topology.md, three tiers.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP015"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each problem of the kinds ``pod`` and ``too-many-pods``."""
    if design.topology is not None:
        for kind in ("pod", "too-many-pods"):
            yield from findings(design.topology.problems, kind)
