"""A value is of the wrong type.

Why: a list where a text is meant, or a text where a number is meant, has no one meaning; turning
one into the other is a guess.

Example: `nodes: "128"` (a text), `strict: yes` (a word in YAML 1.2), `ntp: 10.0.0.1` (a list is
meant).

Fix: write the form the message names.

Source: YAML 1.2.2 section 10.3, the core schema; docs/intent.md.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT003"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``wrong-type`` problem of the draft."""
    yield from findings(draft.problems, "wrong-type")
