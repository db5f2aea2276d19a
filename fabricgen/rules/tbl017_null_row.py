"""A row holds the database's mark for an empty row.

Why: the database cannot keep a hash without fields and stores NULL: NULL; in a file the models
    refuse the mark as an unknown field.

Example: `"Ethernet0": {"NULL": "NULL"}` in INTERFACE.

Fix: write `{}`.

Source: sonic-swss-common, ConfigDBConnector.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL017"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "null-row")
