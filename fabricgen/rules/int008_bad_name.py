"""A name cannot be part of a host name.

Why: device and node names are made from it and become host names, folder names and DNS labels.

Example: `name: ../x`, `name: tokyo a`, `name: -leaf`.

Fix: use letters, digits and inner hyphens, at most 63 (48 for a group of nodes).

Source: RFC 952, RFC 1123 section 2.1.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT008"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``bad-name`` problem of the draft."""
    yield from findings(draft.problems, "bad-name")
