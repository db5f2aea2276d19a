"""A model uses more parameters per token than it has.

Why: the active parameters of a mixture of experts are a part of all.

Example: `parameters: 70B, active_parameters: 700B`.

Fix: write all parameters under parameters.

Source: Shazeer et al. 2017, Outrageously Large Neural Networks, section 2.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT027"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``active-above-all`` problem of the draft."""
    yield from findings(draft.problems, "active-above-all")
