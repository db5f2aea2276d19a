"""The number of tiers contradicts the topology.

Why: rail-optimized, rail-only, top-of-rack and dual-tor have spines, so one tier is none of them.

Example: `topology: rail-optimized` with `tiers: 1`.

Fix: write `topology: single-tier`, or two or three tiers.

Source: docs/topology.md, families.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP016"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each problem of the kind ``tiers``."""
    if design.topology is not None:
        for kind in ("tiers",):
            yield from findings(design.topology.problems, kind)
