"""The release or the ASIC lacks what the intent asks for.

Why: a table or field without a model makes the switch refuse the whole file, and what the ASIC cannot do
is dropped with a line in the log.

Example: `trimming` with release 202411, whose models have no SWITCH_TRIMMING; a hash over
IPV6_FLOW_LABEL before 202505; trimming to 256 bytes on Tomahawk 5, which takes 206.

Fix: use a release or platform that has it (`fabricgen catalogue`), or leave the key out.

Source: sonic-trimming.yang, sonic-srv6.yang, sonic-fine-grained-ecmp.yang, sonic-hash.yang of the release
branches; sonic-mgmt tests of packet trimming.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE014"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``feature-not-there`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "feature-not-there")
