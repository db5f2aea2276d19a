"""The file declares another version of YAML.

Why: YAML 1.1 reads no, on and yes as booleans and 22:30 as 1350; this language is YAML 1.2, where
they are words.

Example: a first line `%YAML 1.1`.

Fix: remove the line, and write true and false where a boolean is meant.

Source: YAML 1.2.2 section 6.8.1.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC015"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``yaml-version`` problem of the draft."""
    yield from findings(draft.problems, "yaml-version")
