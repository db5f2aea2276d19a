"""A field is not in the model of its table.

Why: daemons log and skip it, some stop reading the row there, and from 202505 on the whole file is
    refused.

Example: `PORT|Ethernet16|fec_mode` for `fec`.

Fix: use the nearest field, or remove it.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models); sonic-net/sonic-swss
    pull request 3161.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL005"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "unknown-field")
