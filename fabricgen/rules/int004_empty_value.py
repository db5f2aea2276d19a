"""A key or list item has no value.

Why: an empty value may mean all defaults, or that somebody forgot to fill it in.

Example: `backend:` with nothing below it.

Fix: write the value, `{}` for all defaults, or remove the key.

Source: YAML 1.2.2 section 7.3.3 reads a missing value as null.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT004"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``empty-value`` problem of the draft."""
    yield from findings(draft.problems, "empty-value")
