"""The shape of a model is not known.

Why: pipeline and tensor parallel traffic follows from layers and hidden size.

Example: `model: {parameters: 70B}` with `pipeline: 4`.

Fix: write layers and hidden in the model.

Source: fabricgen's catalogue.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP014"
SEVERITY = Severity.ERROR
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``unknown-shape``."""
    if design.feasibility is not None:
        yield from findings(design.feasibility.problems, "unknown-shape")
