"""The intent file starts with a byte order mark.

Why: fabricgen skips the mark, but other tools that read the file (a linter, a shell script) may
take it for part of the first key.

Example: the bytes EF BB BF before `fabricgen: 1`.

Fix: save the file as UTF-8 without BOM.

Source: YAML 1.2.2 section 5.2.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC004"
SEVERITY = Severity.WARNING
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``byte-order-mark`` problem of the draft."""
    yield from findings(draft.problems, "byte-order-mark")
