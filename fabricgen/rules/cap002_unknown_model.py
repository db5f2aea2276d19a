"""The catalogue has no such model.

Why: parameters and shape of a model give the bytes a job sends.

Example: `model: llama-3-71b`.

Fix: take a name of `fabricgen catalogue list models`, or write the model out:
`model: {parameters: 70B, layers: 80, hidden: 8192}`.

Source: fabricgen's catalogue.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP002"
SEVERITY = Severity.ERROR
POINT = Point.SIZING


def check(design: Design) -> Iterator[Finding]:
    """Yield the models that are not in the catalogue."""
    if design.sizing is not None:
        yield from findings(design.sizing.problems, "unknown-model")
