"""A tenant names a node the cluster does not have.

Why: the tenant would get fewer nodes than it was promised, and nobody would notice.

Example: 32 nodes and `nodes: [1-64]`.

Fix: count the nodes of all groups in order, from 1, and correct the range.

Source: fabricgen's intent language.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TEN002"
SEVERITY = Severity.ERROR
POINT = Point.TENANCY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``node-beyond-cluster``."""
    if design.tenancy is not None:
        yield from findings(design.tenancy.problems, "node-beyond-cluster")
