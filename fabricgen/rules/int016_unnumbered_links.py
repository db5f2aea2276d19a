"""Unnumbered links are asked for on a routing path that peers by address.

Why: the template path (bgpcfgd) takes only addresses as neighbours; a neighbour named by its port
is never configured there. The management framework (frrcfgd) peers by port.

Example: `links: unnumbered` with `sonic: {routing: bgpcfgd}`, which is the default.

Fix: write `sonic: {routing: frrcfgd}`, or give a prefix such as 10.64.0.0/10.

Source: RFC 8950; sonic-bgp-neighbor.yang; SONiC buildimage src/sonic-bgpcfgd, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import IntentDraft
from fabricgen.model.rule import Point, findings

ID = "INT016"
SEVERITY = Severity.ERROR
POINT = Point.DRAFT


def check(draft: IntentDraft) -> Iterator[Finding]:
    """Yield one finding for each ``unnumbered-links`` problem of the draft."""
    yield from findings(draft.problems, "unnumbered-links")
