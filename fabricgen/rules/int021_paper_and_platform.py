"""A switch has a platform and paper figures.

Why: a platform knows its own ports; radix and speed beside it say the same thing twice, perhaps
differently.

Example: `leaf: {platform: nvidia-sn5600, radix: 64}`.

Fix: keep the platform, or radix and speed.

Source: docs/intent.md.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT021"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``paper-and-platform`` problem of the draft."""
    yield from findings(draft.problems, "paper-and-platform")
