"""A key has no effect at this place.

Why: the reader would believe in a setting that is never used.

Example: `protocol: nvme-rdma` under fabrics.backend.

Fix: move the key to the place where it works, or remove it.

Source: docs/intent.md.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT029"
SEVERITY = Severity.WARNING
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``no-effect`` problem of the draft."""
    yield from findings(draft.problems, "no-effect")
