"""A row lacks what its other fields ask for.

Why: the models tie fields together: one value makes another field necessary, or makes it illegal.

Example: `ACL_TABLE|CTRL` of type CTRLPLANE without services; `AAA|authentication` with tacacs+ and
    no passkey.

Fix: add what the hint names.

Source: SONiC YANG models, the conditions of the tables named.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._demands import DEMANDS
from fabricgen.rules._file import found

ID = "REF038"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the rows whose demand is not met."""
    for demand in DEMANDS:
        for key in x.config.rows(demand.table):
            if demand.lacks(x, key):
                message, hint = demand.message, demand.hint
                yield found(x.config, message, hint, demand.table, key, demand.field)
