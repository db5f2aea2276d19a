"""A configuration file holds several ASICs side by side.

Why: on a multi-ASIC device each ASIC has its own database and file; joined under `localhost` and
    `asic0` they are no CONFIG_DB of any of them.

Example: `{"localhost": {...}, "asic0": {...}}`.

Fix: give each part as its own file: `config_db.json`, `config_db0.json`, and so on.

Source: SONiC multi-ASIC design, doc/multi_asic.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC030"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "several-asics")
