"""An alias names no value.

Why: `*name` stands for a value marked `&name` earlier in the file; without one, or inside that
value itself, it stands for nothing.

Example: `devices: *leaf` where the text "*leaf" is meant.

Fix: put quotes around a text that starts with `*`, or mark the value with `&name` before its
first use.

Source: YAML 1.2.2 section 7.1.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC012"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``unknown-alias`` problem of the draft."""
    yield from findings(draft.problems, "unknown-alias")
