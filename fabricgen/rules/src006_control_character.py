"""The intent file holds a control character.

Why: a NUL or other invisible character comes from a broken copy; a reader cannot see it and tools
disagree on what it means.

Example: a NUL byte between two lines, or U+2028 pasted from a web page.

Fix: remove the character at the position given.

Source: YAML 1.2.2 section 5.1.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC006"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``control-character`` problem of the draft."""
    yield from findings(draft.problems, "control-character")
