"""The nodes of a job cannot hold it.

Why: two jobs on one GPU, or a job on a node that does not exist, cannot run; loads computed for them would be wrong.

Example: `gpus: 64, nodes: [1-4]` on nodes of 8 GPUs: 8 nodes are needed and 4 are named.

Fix: name as many nodes as the job needs, each once and none of another job; or leave `nodes` out.

Source: fabricgen's intent language.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP016"
SEVERITY = Severity.ERROR
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``bad-placement``."""
    if design.feasibility is not None:
        yield from findings(design.feasibility.problems, "bad-placement")
