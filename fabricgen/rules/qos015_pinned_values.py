"""Pinned values of marking, watchdog or headroom contradict each other.

Why: Kmin at or above Kmax marks everything or nothing, a watchdog that looks less often than it must act
never acts in time (pfcwd refuses it), and SONiC knows whole percent only.

Example: `ecn: {kmin: 2Mi, kmax: 1Mi}`; `watchdog: {detection: 200, poll: 400}`.

Fix: change one of the two values; leaving a key out derives it.

Source: sonic-wred-profile.yang and sonic-pfcwd.yang, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS015"
SEVERITY = Severity.ERROR
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "pinned-values")
