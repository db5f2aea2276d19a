"""A job asks for more GPUs than the cluster has.

Why: it can never start.

Example: `gpus: 512` on 32 nodes of 8 GPUs.

Fix: add nodes or shrink the job.

Source: fabricgen's intent language.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP011"
SEVERITY = Severity.ERROR
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``job-too-large``."""
    if design.feasibility is not None:
        yield from findings(design.feasibility.problems, "job-too-large")
