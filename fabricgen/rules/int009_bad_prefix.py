"""An address pool is not an IPv4 prefix.

Why: addresses of links, hosts and loopbacks are cut from the pools.

Example: `links: 10.64.0.0`, or `hosts: 10.0.0/10`.

Fix: write four numbers, a slash and the length.

Source: RFC 4632 section 3.1.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT009"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``bad-prefix`` problem of the draft."""
    yield from findings(draft.problems, "bad-prefix")
