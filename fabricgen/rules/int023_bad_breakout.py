"""A breakout is not written as ports and rate.

Why: the breakout becomes the brkout_mode of the switch, which has this form only.

Example: `breakout: 400G`, `breakout: 2*400G`.

Fix: write ports, x and the rate of each: 2x400G.

Source: sonic-breakout_cfg.yang; platform.json breakout_modes of SONiC platforms.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT023"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``bad-breakout`` problem of the draft."""
    yield from findings(draft.problems, "bad-breakout")
