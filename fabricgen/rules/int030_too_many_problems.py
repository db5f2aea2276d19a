"""The intent has more problems than are shown.

Why: a thousand messages help nobody; most of them usually have one cause.

Example: a file of another program given as an intent.

Fix: repair the first problems and run again.

Source: the limit is fabricgen's own, 1,000 problems.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT030"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``too-many-problems`` problem of the draft."""
    yield from findings(draft.problems, "too-many-problems")
