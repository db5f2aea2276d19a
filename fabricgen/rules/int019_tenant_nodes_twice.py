"""A tenant names a node twice.

Why: one of the two ranges is probably meant for other nodes.

Example: `nodes: [1-512, 512-1024]`.

Fix: name each node once.

Source: docs/intent.md.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT019"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``tenant-nodes-twice`` problem of the draft."""
    yield from findings(draft.problems, "tenant-nodes-twice")
