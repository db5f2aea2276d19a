"""A configuration file is not JSON.

Why: `config reload` stops the services first and parses then; a stray comma leaves the switch
    without configuration.

Example: `"PORT": {...},` before the last closing brace.

Fix: correct the text at the place given.

Source: RFC 8259; sonic-net/SONiC issues 279 and 770.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC024"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "json-syntax")
