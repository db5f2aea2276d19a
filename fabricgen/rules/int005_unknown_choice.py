"""A word is not one of the choices.

Why: the key selects between fixed alternatives, and the word is none of them.

Example: `workload: trainig`, or `topology: clos`.

Fix: write one of the words of the message.

Source: docs/intent.md lists the choices of every key.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT005"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``unknown-choice`` problem of the draft."""
    yield from findings(draft.problems, "unknown-choice")
