"""A configuration file starts with a byte order mark.

Why: some editors put the bytes EF BB BF before the text; the JSON reader of the switch refuses
    them, so the file does not load although it looks right.

Example: a file saved as "UTF-8 with BOM".

Fix: save the file as UTF-8 without the mark.

Source: RFC 8259 section 8.1.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC023"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "byte-order-mark")
