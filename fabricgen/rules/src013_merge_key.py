"""A merge key is used.

Why: `<<` belongs to YAML 1.1 only; readers of YAML 1.2 take it for an ordinary key, so the file
would mean different things to different tools.

Example: `leaf: {<<: *switch, breakout: 2x400G}`.

Fix: write the keys out, or give the whole value by an alias.

Source: YAML merge key language-independent type, working draft 2005-01-18, not part of YAML 1.2.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC013"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``merge-key`` problem of the draft."""
    yield from findings(draft.problems, "merge-key")
