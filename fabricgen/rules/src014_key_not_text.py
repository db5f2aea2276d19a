"""A key is a list or a mapping.

Why: keys of the language are words; a list as a key comes from a missing quote or colon.

Example: `{name}: tokyo`, as templates that were not filled in leave it behind.

Fix: write the key as a word.

Source: YAML 1.2.2 section 3.2.1.1 allows any key; this language does not.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC014"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``key-not-scalar`` problem of the draft."""
    yield from findings(draft.problems, "key-not-scalar")
