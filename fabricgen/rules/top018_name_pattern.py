"""A name pattern gives names that are no hostnames, or one name twice.

Why: a device is found by its name in configurations, cabling and management.

Example: `names: {leaf: "leaf-{rail}"}` in a cluster of two scalable units.

Fix: use all of the fields that tell the devices apart; the message lists them.

Source: RFC 1123 section 2.1 (hostnames); docs/topology.md, names.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP018"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each problem of the kind ``name-pattern``."""
    if design.topology is not None:
        for kind in ("name-pattern",):
            yield from findings(design.topology.problems, kind)
