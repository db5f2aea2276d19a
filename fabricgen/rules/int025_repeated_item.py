"""A list names one thing twice.

Why: the second has no effect and is left out; another server was probably meant.

Example: `ntp: [10.0.0.1, 10.0.0.1]`.

Fix: remove it, or write the one that was meant.

Source: RFC 7950 section 7.7: the values of a leaf-list are unique.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT025"
SEVERITY = Severity.WARNING
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``repeated-item`` problem of the draft."""
    yield from findings(draft.problems, "repeated-item")
