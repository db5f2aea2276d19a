"""A YAML tag is used.

Why: tags ask a reader to build objects; in the worst case to run code. The language has no use
for them.

Example: `name: !!python/object:os.system x`, or `nodes: !!str 4`.

Fix: remove the tag; quote a number that is meant as text.

Source: YAML 1.2.2 section 6.8.2.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC008"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``yaml-tag`` problem of the draft."""
    yield from findings(draft.problems, "yaml-tag")
