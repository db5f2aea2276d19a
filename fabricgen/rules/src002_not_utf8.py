"""The intent file is not UTF-8.

Why: a byte that is not UTF-8 has no one meaning: editors guess it, and names would differ from
machine to machine.

Example: a file saved as Latin-1 with a u umlaut in a comment.

Fix: save the file as UTF-8.

Source: YAML 1.2.2 section 5.2, RFC 3629.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC002"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``not-utf8`` problem of the draft."""
    yield from findings(draft.problems, "not-utf8")
