"""A configuration file names the parts of a multi-ASIC device beside tables.

Why: on a multi-ASIC device each ASIC has its own database. A file may hold all of them side by side
    under `localhost` and `asic0`, each judged as its own; with tables beside them nobody can say
    whose those are.

Example: `{"localhost": {...}, "asic0": {...}, "PORT": {...}}`.

Fix: move the tables into one of the parts, or give each part as its own file: `config_db.json`,
    `config_db0.json`, and so on.

Source: SONiC multi-ASIC design, doc/multi_asic; sonic-utilities, config reload of one file for all
    ASICs.
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
