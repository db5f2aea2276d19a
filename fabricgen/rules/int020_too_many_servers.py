"""More than three name servers are given.

Why: the resolver of the switch reads the first three, and the model refuses a fourth.

Example: `dns: [10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4]`.

Fix: keep three.

Source: resolv.conf(5) MAXNS; sonic-dns.yang, max-elements 3.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT020"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``too-many-servers`` problem of the draft."""
    yield from findings(draft.problems, "too-many-servers")
