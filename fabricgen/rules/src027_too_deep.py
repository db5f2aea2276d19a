"""A configuration file is nested too deep.

Why: CONFIG_DB has three levels; a file nested deeper than 64 is damaged or meant to break its
    reader.

Example: ten thousand opening brackets in a row.

Fix: give a CONFIG_DB file.

Source: RFC 8259 section 9 lets a reader limit the depth.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC027"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "too-deep")
