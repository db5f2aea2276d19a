"""Headroom comes from fabricgen's own delay model, not from the vendor's table.

Why: the model fits five ASICs within 5 % of their published rows and gets 2 % on top, but nobody but us
stands behind it.

Example: an 800G cable of 400 m on Dell Z9864F, whose table ends at 300 m.

Fix: ask the vendor for the row, or stay within the listed lengths.

Source: fabricgen, fitted to sonic-buildimage pg_profile_lookup.ini, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS009"
SEVERITY = Severity.NOTE
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "headroom-fit")
