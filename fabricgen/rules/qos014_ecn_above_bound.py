"""A chosen Kmax lets PFC pause before ECN has marked every packet.

Why: a priority group pauses at alpha * (B - s). When all n ports are busy, a queue can hold at most
alpha * B / (n * (1 + alpha)) before that, so a threshold above it is never reached and pauses do the work
that rate control should do.

Example: the preset nvidia (Kmax 1500000) on SN5600 with 64 ports: the bound is 407513 bytes. SONiC's stock
2097152 is above the bound on every platform that ships lossless.

Fix: pin `ecn.kmax` below the bound or use `ecn: auto`; accept the finding where many busy ports are not expected.

Source: Zhu et al., SIGCOMM 2015, section 4; SONiC's alpha is 2 to the power of dynamic_th.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS014"
SEVERITY = Severity.WARNING
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "ecn-above-bound")
