"""A table, row or field is written twice with the same content.

Why: nothing is lost today; the next edit changes one of the two, and which one wins depends on the
    parser.

Example: the row `ACL_RULE|T|R0` twice, word for word.

Fix: remove one.

Source: RFC 8259 section 4.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC026"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "repeated-equal")
