"""A secret is written into the intent.

Why: intents are kept in version control and mailed around; a secret in them is public. It is not
repeated in any message.

Example: `secret: hunter2`.

Fix: write ${NAME} or file:PATH, and replace the secret that was written.

Source: CWE-798.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT013"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``literal-secret`` problem of the draft."""
    yield from findings(draft.problems, "literal-secret")
