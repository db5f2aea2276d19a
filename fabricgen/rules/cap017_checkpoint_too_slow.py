"""Saving a job takes longer than it may.

Why: a synchronous checkpoint stops all GPUs of the job. Beyond the agreed share it costs more than the failures it guards against.

Example: 405B parameters are 5.7 TB; 1 % of 30 minutes are 18 s, which takes 316 GB/s.

Fix: save less often (`checkpoint: {every: 60}`), allow more (`overhead`), or give nodes and storage more bandwidth.

Source: ZeRO (arXiv 1910.02054) for the bytes; Young (1974) and Daly (2006) for the interval.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP017"
SEVERITY = Severity.WARNING
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``checkpoint-too-slow``."""
    if design.feasibility is not None:
        yield from findings(design.feasibility.problems, "checkpoint-too-slow")
