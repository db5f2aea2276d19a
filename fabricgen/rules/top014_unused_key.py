"""A key of a fabric has no effect.

Why: the reader of the intent believes that it does something.

Example: `super_spine` under a fabric of two tiers, `planes: 2` under storage, `switch: {count: 4}`.

Fix: remove the key, or write it where it has an effect.

Source: docs/intent.md.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP014"
SEVERITY = Severity.WARNING
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``unused-key`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "unused-key")
