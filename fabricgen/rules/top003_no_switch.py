"""A tier has no switch.

Why: ports, breakouts and radix come from the platform of each tier.

Example: a two-tier back-end with `leaf: nvidia-sn5600` and neither spine nor switch.

Fix: write `switch: PLATFORM` for all tiers, or name the platform of the tier.

Source: docs/intent.md, key fabrics.*.switch.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP003"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``no-switch`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "no-switch")
