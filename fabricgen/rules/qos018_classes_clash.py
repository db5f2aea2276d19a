"""The classes do not fit together.

Why: a preset brings classes too. Where one of them and one that is written out want the same DSCP, queue or
name, or the shares leave nothing for the others, no map or scheduler can serve both.

Example: `preset: nvme-tcp` with `lossless: {name: roce, dscp: 18, priority: 3}`: DSCP 18 is the preset's own.

Fix: give each class its own name, DSCPs and priority, and shares that leave 1 % for each other weighted class.

Source: sonic-scheduler.yang (weights 1 to 100) and sonic-dscp-tc-map.yang, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS018"
SEVERITY = Severity.ERROR
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "classes-clash")
