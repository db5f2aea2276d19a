"""Two rows share what must be unique.

Why: the second of them cannot be set up.

Example: two `SNMP_AGENT_ADDRESS_CONFIG` rows with one address and port.

Fix: change one of the rows.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models), unique.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL016"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "not-unique")
