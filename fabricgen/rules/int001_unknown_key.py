"""A key is not known at this place.

Why: a misspelt key that is ignored leaves the default in force, and nobody notices until the
fabric is built.

Example: `nodess: 128`, or `planes: 2` under `fabrics` instead of `fabrics.backend`.

Fix: write the nearest legal key, or move the key to the place named.

Source: docs/intent.md lists every key.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT001"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``unknown-key`` problem of the draft."""
    yield from findings(draft.problems, "unknown-key")
