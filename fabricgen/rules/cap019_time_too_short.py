"""A job has too few GPUs for its days.

Why: 6 FLOP a parameter and token at the stated share of peak fix how many tokens a cluster sees in a day.

Example: 70B parameters and 15T tokens in 30 days take 6,196 H100 at 40 % of peak.

Fix: more days, more GPUs, or fewer tokens.

Source: Scaling Laws for Neural Language Models (arXiv 2001.08361), 6 N D.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP019"
SEVERITY = Severity.WARNING
POINT = Point.SIZING


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``time-too-short``."""
    if design.sizing is not None:
        yield from findings(design.sizing.problems, "time-too-short")
