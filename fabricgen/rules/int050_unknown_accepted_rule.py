"""An accepted finding names a rule that does not exist.

Why: the entry never matches, so the finding that somebody meant to accept stays.

Example: `accept: [{rule: CAP033, reason: agreed}]` where CAP003 is meant.

Fix: write the id the report shows; `fabricgen explain ID` shows what a rule is about.

Source: docs/intent.md.
"""

import pkgutil
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point

ID = "INT050"
SEVERITY = Severity.WARNING
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each accepted rule id that no rule module has."""
    if draft.intent is None or not draft.intent.accept:
        return
    modules = pkgutil.iter_modules([str(Path(__file__).parent)])
    known = sorted(module.name[:6].upper() for module in modules if module.name[0] != "_")
    for index, entry in enumerate(draft.intent.accept):
        if entry.rule in known:
            continue
        close = get_close_matches(entry.rule, known, 1, 0.8)
        yield Finding(
            message=f"there is no rule {entry.rule}, so this entry accepts nothing",
            hint=f"did you mean {close[0]}?" if close else "write the id that the report shows",
            place=draft.intent.place("accept", index, "rule"),
        )
