"""A value is true, false, a number or null of JSON.

Why: all values of CONFIG_DB are texts; the loader turns `true` into `True`, which daemons do not
    parse, and may fail half way at a number.

Example: `VRF|VrfGpu|fallback` true for "true".

Fix: put the value in double quotes.

Source: sonic-net/sonic-swss-common pull request 618; sonic-net/sonic-buildimage issue 27178.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL012"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "not-text")
