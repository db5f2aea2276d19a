"""A list holds an element twice.

Why: the models refuse it, and patches that remove one of the two fail.

Example: `VLAN|Vlan100|dhcp_servers` with 192.0.2.1 twice.

Fix: remove one.

Source: sonic-net/sonic-buildimage issue 6559; RFC 7950 section 7.7.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL013"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "duplicate-element")
