"""A fabric has paper switches.

Why: a paper switch is a radix and a speed: sizes, links and bandwidth follow from them, but no port
names, lanes or buffers, so there is nothing to render.

Example: `leaf: {radix: 144, speed: 800G}`.

Fix: name a platform of the catalogue before rendering (`fabricgen catalogue list`).

Source: docs/intent.md, keys radix and speed.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP002"
SEVERITY = Severity.WARNING
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``paper-switch`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "paper-switch")
