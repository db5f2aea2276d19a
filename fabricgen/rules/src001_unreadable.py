"""The intent file cannot be read.

Why: nothing can be said of a file that is absent, a folder, or not readable by this user.

Example: `fabricgen plan intnet.yaml` when the file is called intent.yaml.

Fix: check the path and the permissions.

Source: POSIX open(2).
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "SRC001"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``unreadable`` problem of the draft."""
    yield from findings(draft.problems, "unreadable")
