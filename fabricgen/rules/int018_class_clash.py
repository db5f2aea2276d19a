"""Two traffic classes share a name, DSCP or priority.

Why: a DSCP maps to one traffic class, and PFC pauses a whole priority: congestion notification in
the lossless priority would be paused with the traffic it should slow down.

Example: lossless `dscp: 26, priority: 3` twice, or congestion `priority: 3` as well.

Fix: give each class its own DSCP and priority.

Source: IEEE 802.1Q clause 36 (PFC); RFC 2474.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT018"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``class-clash`` problem of the draft."""
    yield from findings(draft.problems, "class-clash")
