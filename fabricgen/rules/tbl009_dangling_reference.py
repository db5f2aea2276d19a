"""A reference names an entry that does not exist.

Why: the daemon waits for the entry for ever, or drops the row, and every later patch of the
    configuration fails.

Example: `BUFFER_PROFILE|egress_lossless_profile` with the pool `egress_lossless_pool` that
    `BUFFER_POOL` lacks.

Fix: add the entry, or name one that exists. All rows that miss the same entry are named together.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models), leafrefs;
    sonic-net/sonic-buildimage pull request 28762.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL009"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "dangling-reference")
