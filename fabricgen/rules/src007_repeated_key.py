"""A key is given twice in one mapping.

Why: most YAML readers keep the last value silently, so half of the intent would be lost without a
word.

Example: `nodes: 128` in line 4 and `nodes: 256` in line 9 of the same group.

Fix: keep one of the two lines.

Source: YAML 1.2.2 section 3.2.1.1: the keys of a mapping are unique.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC007"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``repeated-key`` problem of the draft."""
    yield from findings(draft.problems, "repeated-key")
