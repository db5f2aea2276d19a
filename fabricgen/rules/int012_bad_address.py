"""A server is not given by an IP address.

Why: switches start before a resolver can be reached, and the models take addresses.

Example: `ntp: [time.example.com]`, `dns: [10.0.0]`.

Fix: write the IPv4 or IPv6 address of the server.

Source: RFC 4291 section 2.2; sonic-ntp.yang, sonic-syslog.yang.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT012"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``bad-address`` problem of the draft."""
    yield from findings(draft.problems, "bad-address")
