"""The file holds more than one YAML document.

Why: one file is one cluster; a second document would be ignored silently.

Example: a line `---` in the middle of the file.

Fix: remove the line, or split the file.

Source: YAML 1.2.2 section 9.2.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC009"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``several-documents`` problem of the draft."""
    yield from findings(draft.problems, "several-documents")
