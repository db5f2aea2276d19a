"""An ASN pool is not a range of private AS numbers.

Why: AS numbers outside the private ranges belong to somebody; leaked routes would carry their
number.

Example: `asn: 64000-64999`, `asn: 65000`.

Fix: write first-last within 64512-65534 or 4200000000-4294967294.

Source: RFC 6996.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT011"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``bad-asn-range`` problem of the draft."""
    yield from findings(draft.problems, "bad-asn-range")
