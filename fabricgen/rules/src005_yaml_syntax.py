"""The intent file is not YAML.

Why: the text cannot be split into keys and values, so nothing in it can be trusted.

Example: `compute: {nodes: 4` without the closing brace, or a tab at the start of a line.

Fix: repair the line named; indent with spaces, put quotes around texts that hold `: ` or start
with one of @ % ` & * ! |.

Source: YAML 1.2.2 chapters 6 to 8.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC005"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``yaml-syntax`` problem of the draft."""
    yield from findings(draft.problems, "yaml-syntax")
