"""The parallelism of a job does not make its number of GPUs.

Why: tensor times pipeline times data ranks must be the number of GPUs, else the framework refuses to start.

Example: `gpus: 256, parallelism: {tensor: 8, data: 16}`.

Fix: correct a factor, or leave data out: it is gpus / (tensor x pipeline).

Source: Megatron-LM process groups.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP012"
SEVERITY = Severity.ERROR
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``parallelism-mismatch``."""
    if design.feasibility is not None:
        yield from findings(design.feasibility.problems, "parallelism-mismatch")
