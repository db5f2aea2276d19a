"""The intent file is larger than the limit.

Why: an intent of a 100,000-GPU cluster has a few hundred lines; a larger file is something else,
and reading it could take all memory.

Example: a core dump given by mistake.

Fix: give the intent file; repeated settings belong in a group, not in one entry a node.

Source: the limit is fabricgen's own, 4 MiB.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC003"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``too-large`` problem of the draft."""
    yield from findings(draft.problems, "too-large")
