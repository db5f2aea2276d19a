"""Expert parallelism crosses an oversubscribed tier.

Why: all-to-all sends to every peer alike, so no placement keeps it local: behind o:1 each GPU gets 1/(o x share that leaves) of its rate.

Example: expert groups of 64 GPUs over leaves of 8 nodes behind 7:1.

Fix: keep expert groups below the thin tier, or build it 1:1; let pipeline stages and contiguous rings cross it instead.

Source: Alibaba HPN (SIGCOMM 2024) on what may cross its 15:1 core; DeepSeek-V3 (arXiv 2412.19437).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP020"
SEVERITY = Severity.WARNING
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``thin-tier``."""
    if design.feasibility is not None:
        yield from findings(design.feasibility.problems, "thin-tier")
