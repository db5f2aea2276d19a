"""A configuration file is larger than any configuration.

Why: a file of more than 256 MiB is a database dump or a log, and reading it would take all memory.

Example: a core dump named `config_db.json`.

Fix: give the configuration only.

Source: the largest public CONFIG_DB documents have a few hundred kilobytes.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC022"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "too-large")
