"""A table of fixed rows has a row it does not know.

Why: daemons look such tables up by the fixed names only; a row under another name is never read.

Example: `DEVICE_METADATA|host` for `DEVICE_METADATA|localhost`.

Fix: use one of the table's row names.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL004"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "unknown-row")
