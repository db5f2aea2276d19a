"""A number is outside its range.

Why: the bounds are those of the thing itself (a DSCP has six bits, a PFC priority three) or of
what can be built at all.

Example: `dscp: 64`, `nodes: 0`, `mtu: 90000`.

Fix: write a number within the bounds of the message.

Source: RFC 2474 (DSCP), IEEE 802.1Q (priority); docs/intent.md gives every range.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT006"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``out-of-range`` problem of the draft."""
    yield from findings(draft.problems, "out-of-range")
