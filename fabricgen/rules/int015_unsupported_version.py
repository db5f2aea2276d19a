"""The format version is not known.

Why: a later version may give the same keys another meaning, so it is not read on trust.

Example: `fabricgen: 2`.

Fix: write 1, or use the fabricgen the file was written for.

Source: docs/intent.md.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT015"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``unsupported-version`` problem of the draft."""
    yield from findings(draft.problems, "unsupported-version")
