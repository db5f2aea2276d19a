"""The catalogue has no such node type.

Why: the node type gives the GPUs, NICs and speeds that everything else is derived from.

Example: `node: nvidia-dgx-h1000`.

Fix: take a name of `fabricgen catalogue list nodes`, or write the node out:
`node: {gpus: 8, nics: 8, nic_speed: 400G}`.

Source: fabricgen's catalogue.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP001"
SEVERITY = Severity.ERROR
POINT = Point.SIZING


def check(design: Design) -> Iterator[Finding]:
    """Yield the node types that are not in the catalogue."""
    if design.sizing is not None:
        yield from findings(design.sizing.problems, "unknown-node")
