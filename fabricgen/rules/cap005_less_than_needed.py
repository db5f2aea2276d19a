"""Nodes that should work together have no back-end network.

Why: a job on more than one node sends its gradients and activations over the network; without a back-end it falls back to
the front-end, or does not run at all.

Example: 32 nodes and no `fabrics.backend`.

Fix: add `fabrics.backend`, unless each job stays inside one node.

Source: NVIDIA enterprise reference architectures (RDMA east-west is recommended for training and fine-tuning).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP005"
SEVERITY = Severity.NOTE
POINT = Point.SIZING


def check(design: Design) -> Iterator[Finding]:
    """Yield where the nodes lack a network."""
    if design.sizing is not None:
        yield from findings(design.sizing.problems, "less-than-needed")
