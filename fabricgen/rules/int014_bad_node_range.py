"""Nodes of a tenant are not a range of node numbers.

Why: nodes are named by their number, counted from 1 over all groups in order.

Example: `nodes: [0-511]`, `nodes: [512-1]`, `nodes: [all]`.

Fix: write ranges such as 1-512, or single numbers.

Source: docs/intent.md, section Scalar forms.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT014"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``bad-node-range`` problem of the draft."""
    yield from findings(draft.problems, "bad-node-range")
