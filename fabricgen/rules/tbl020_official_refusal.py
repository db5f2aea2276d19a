"""The official YANG engine refuses the configuration.

Why: asked for with --yang, libyang holds the file against the full models, conditions between
    fields included, as the switch does before it loads a file.

Example: `WRED_PROFILE|p` with a maximum below its minimum.

Fix: change what the engine names.

Source: libyang; SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL020"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "official-refusal")
