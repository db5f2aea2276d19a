"""A table, row or field is written twice with different content.

Why: JSON parsers keep the last of two equal names without a word; the first table, with all its
    rows, is lost.

Example: `PFC_WD` with the rows of all ports in line 390, and again in line 412 with only `GLOBAL`.

Fix: join the two.

Source: RFC 8259 section 4.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC025"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "repeated-name")
