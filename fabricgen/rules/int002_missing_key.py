"""A required key is missing.

Why: only what has no sound default is required, so nothing can be put in its place.

Example: an intent without `compute`.

Fix: add the key.

Source: docs/intent.md lists every key.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT002"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``missing-key`` problem of the draft."""
    yield from findings(draft.problems, "missing-key")
