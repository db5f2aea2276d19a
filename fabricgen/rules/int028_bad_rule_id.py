"""An accepted finding names no rule id.

Why: an entry that can never match would give false comfort.

Example: `rule: CAP3`, `rule: capacity`.

Fix: write the id the report shows: three capitals and three digits.

Source: docs/intent.md.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT028"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``bad-rule-id`` problem of the draft."""
    yield from findings(draft.problems, "bad-rule-id")
