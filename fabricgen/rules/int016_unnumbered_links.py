"""Unnumbered links are asked for.

Why: the default routing path writes neighbours by address; this version builds /31 links only.

Example: `links: unnumbered`.

Fix: give a prefix such as 10.64.0.0/10.

Source: RFC 5549; sonic-bgp-neighbor.yang.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT016"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``unnumbered-links`` problem of the draft."""
    yield from findings(draft.problems, "unnumbered-links")
