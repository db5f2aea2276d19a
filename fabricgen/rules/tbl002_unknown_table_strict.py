"""A table has no model in the release, and the check is strict.

Why: from 202505 on, `config reload FILE` refuses a file with a table that has no model, so a strict
    check refuses it too.

Example: `ARS_PROFILE` in any release up to 202605.

Fix: correct the name, leave the table out, or check without --strict.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models); sonic-utilities,
    config reload.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL002"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    if config.strict:
        yield from findings(config.problems, "unknown-table")
