"""A configuration file is not UTF-8.

Why: the switch reads its configuration as UTF-8; another encoding stops the loader half way.

Example: a description typed in Latin-1: byte 0xfc in line 12.

Fix: save the file as UTF-8.

Source: RFC 8259 section 8.1.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC021"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "not-utf8")
