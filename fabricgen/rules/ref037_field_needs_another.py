"""A field stands without what it depends on.

Why: many fields count only beside another field or row: the daemon ignores them, and the models
    refuse the file.

Example: `MIRROR_SESSION|m` of type SPAN with gre_type, or a DNS_OPTIONS row without a name server.

Fix: remove the field, or set what it depends on; the hint names it.

Source: SONiC YANG models, the conditions of the tables named.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._conditions import CONDITIONS
from fabricgen.rules._file import found

ID = "REF037"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the fields whose condition does not hold."""
    for condition in CONDITIONS:
        for key, row in x.config.rows(condition.table).items():
            for field in condition.fields:
                if field in row and not condition.holds(x, key, field):
                    message = f"{field} stands {condition.message}"
                    yield found(x.config, message, condition.hint, condition.table, key, field)
