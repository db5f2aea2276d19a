"""A golden configuration is judged without the configuration it overrides.

Why: `config override-config-table` takes each table of the golden file in place of the device's
    own. What its rows refer to may lie in tables that only the device's config_db.json has, so
    references and rules across tables are left out.

Example: `golden_config_db.json` alone, with BGP_NEIGHBOR and no PORT.

Fix: put the device's config_db.json into the same folder; then the two are judged as merged.

Source: sonic-net/sonic-utilities, config override-config-table.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL024"
SEVERITY = Severity.NOTE
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "golden-alone")
