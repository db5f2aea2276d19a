"""A table or row is not an object.

Why: the loader fails half way at such an entry and leaves a half-loaded database.

Example: `"VLAN": []`, or `"Vlan100": 100`.

Fix: write an object; an entry without content is `{}`.

Source: sonic-net/sonic-buildimage issue 27178.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC031"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "row-not-object")
