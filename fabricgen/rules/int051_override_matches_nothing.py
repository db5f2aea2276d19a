"""The pattern of an override matches no device.

Why: the rows are merged into nothing, and nobody notices that the setting is missing.

Example: `devices: "laef-*"`, or `devices: "leaf-01"` where the leaves are called leaf-p1-su01-r1 and on.

Fix: write a name that `fabricgen render` gives, or a shell pattern of it; upper and lower case differ.

Source: docs/intent.md, docs/addressing.md (names).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.model.topology import Role
from fabricgen.rules._patterns import unmatched

ID = "INT051"
SEVERITY = Severity.WARNING
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each override whose pattern matches no switch and no DPU."""
    if design.topology is None or design.topology.problems:
        return
    names = [item.name for item in design.topology.devices if item.role is not Role.NODE]
    patterns = [entry.devices for entry in design.intent.overrides]
    yield from unmatched(design, "overrides", patterns, names, "switches and DPUs")
