"""A number starts with a zero.

Why: YAML 1.2 reads 017 as 17, readers of YAML 1.1 as 15: the file means different things to
different tools.

Example: `dscp: 026`.

Fix: write the number without the zero; 0o17 is octal.

Source: YAML 1.2.2 section 10.3.2; YAML 1.1 int type.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT024"
SEVERITY = Severity.WARNING
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``leading-zero`` problem of the draft."""
    yield from findings(draft.problems, "leading-zero")
