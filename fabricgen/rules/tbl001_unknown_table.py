"""A table has no model in the release.

Why: from 202505 on, `config reload FILE` refuses a file with such a table; earlier releases load it
    without checking. Some images know tables that the models lack, so this is a warning (an error
    with --strict).

Example: `BUFFER_PROFILES` for `BUFFER_PROFILE`, or `ARS_PROFILE`, which no release models yet.

Fix: correct the name, or leave the table out.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models); sonic-utilities,
    config reload.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL001"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    if not config.strict:
        yield from findings(config.problems, "unknown-table")
