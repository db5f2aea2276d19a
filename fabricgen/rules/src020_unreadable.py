"""A configuration file cannot be read.

Why: nothing can be said of a file that cannot be opened; a missing or protected file is not a valid
    one.

Example: a folder named `config_db.json`, or a file without read permission.

Fix: give a readable file.

Source: POSIX open(2).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC020"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "unreadable")
