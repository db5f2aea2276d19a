"""The topology family is not built by this version.

Why: a family decides every count, name and cable; a silent substitute would be another network than
the one asked for.

Example: `topology: rail-only` or `tiers: 3` in the storage fabric.

Fix: use one of the families the message names. Rails, pods and three tiers belong to the back-end.

Source: docs/intent.md, key fabrics.*.topology.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP001"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``family-not-built`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "family-not-built")
