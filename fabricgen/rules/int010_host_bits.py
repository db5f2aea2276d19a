"""A prefix has bits set beyond its length.

Why: either the address or the length is wrong, and both would be a different pool.

Example: `links: 10.70.0.0/10`, which lies within 10.64.0.0/10.

Fix: write the prefix of the hint, or a longer length.

Source: RFC 4632 section 3.1.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT010"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``host-bits`` problem of the draft."""
    yield from findings(draft.problems, "host-bits")
