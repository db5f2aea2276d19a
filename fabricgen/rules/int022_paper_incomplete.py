"""A paper switch lacks its radix or its speed.

Why: both are needed to count links and bandwidth.

Example: `switch: {radix: 144}`.

Fix: write both, such as {radix: 144, speed: 800G}.

Source: docs/intent.md.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT022"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``paper-incomplete`` problem of the draft."""
    yield from findings(draft.problems, "paper-incomplete")
