"""Lists and mappings are nested too deeply.

Why: the language has seven levels; a deeper nesting is a slip of brackets or an attempt to
exhaust the reader.

Example: a line of one hundred opening brackets.

Fix: remove the stray brackets.

Source: the limit is fabricgen's own, 64 levels.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC010"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``too-deep`` problem of the draft."""
    yield from findings(draft.problems, "too-deep")
