"""Nothing connects to the fabric.

Why: a fabric is sized by the ports below it.

Example: `fabrics.storage` with node types that have no storage ports.

Fix: leave the fabric out, or choose a node type with ports for it.

Source: docs/intent.md, keys nics, frontend_ports, storage_ports and oob_ports.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP010"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``no-nics`` problem of the topology."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "no-nics")
