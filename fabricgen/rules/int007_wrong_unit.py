"""A quantity lacks its unit or has a wrong one.

Why: 400 may be meant as Mb/s or Gb/s, 3 as metres or feet: a wrong guess gives wrong lanes or too
little headroom.

Example: `nic_speed: 400`, `host_leaf: 3`, `mfu: 0.4`, `leaf_spine: 250cm`.

Fix: write 400G, 3m, 40%; lengths are whole metres, rounded up.

Source: docs/intent.md, section Scalar forms.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT007"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``wrong-unit`` problem of the draft."""
    yield from findings(draft.problems, "wrong-unit")
