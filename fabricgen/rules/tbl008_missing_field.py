"""A row lacks a field that it must have.

Why: the daemon drops the row, or stops at it.

Example: `PORTCHANNEL|PortChannel1` without `admin_status`.

Fix: add the field.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL008"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "missing-field")
