"""No table of the file has a model.

Why: a check that skips every table has checked nothing; the file is of another kind or wrapped in
    one more level.

Example: `{"CONFIG_DB": {"PORT": {...}}}`.

Fix: put the tables at the top level.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL003"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "no-known-table")
