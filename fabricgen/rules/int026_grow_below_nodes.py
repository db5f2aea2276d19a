"""A group shall grow to fewer nodes than it has.

Why: spines are counted for grow_to, so they could not carry the nodes of today.

Example: `nodes: 128, grow_to: 64`.

Fix: write the number of nodes the group may reach, or leave it out.

Source: docs/intent.md.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT026"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``grow-below-nodes`` problem of the draft."""
    yield from findings(draft.problems, "grow-below-nodes")
