"""A configuration file holds no object of tables.

Why: the top level of a CONFIG_DB file is an object of tables; a list or a text there loads nothing.

Example: `[]`, or a JSON Patch, in place of `{"PORT": {...}}`.

Fix: give a CONFIG_DB file; a patch is checked once it is applied.

Source: SONiC configuration, config_db.json format.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC028"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "not-tables")
