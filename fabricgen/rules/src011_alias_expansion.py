"""Aliases expand to too many values.

Why: ten lines of aliases of aliases can stand for a billion values (the "billion laughs") and
take all memory.

Example: `b: &b [*a, *a, *a]`, `c: &c [*b, *b, *b]` and so on.

Fix: write the values out; an anchor used a few times is fine.

Source: CWE-776; the limit is fabricgen's own, 50,000 values.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC011"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``alias-expansion`` problem of the draft."""
    yield from findings(draft.problems, "alias-expansion")
