"""The release to upgrade to refuses to load the file for a table without a model.

Why: up to 202411 `config reload` loads a table it has no model of; from 202505 on it refuses the
    whole file. A switch upgraded with such a file keeps its old configuration, or comes up empty.

Example: `ARS_PROFILE` in the file of a 202411 switch, with `--upgrade-to 202505`.

Fix: remove the table before the upgrade, or compile the models of an image that has it.

Source: sonic-net/sonic-utilities, config reload, branches 202411 and 202505.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL022"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "reload-aborts")
