"""Two groups or tenants have one name.

Why: node names are made from the group's name, VRF and ACL names from the tenant's: two things
would share one name.

Example: two compute groups without `name`, which are both called node.

Fix: give each its own name.

Source: RFC 1034 section 3.1: names compare without case.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT017"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``repeated-name`` problem of the draft."""
    yield from findings(draft.problems, "repeated-name")
