"""A leaf needs many ACL rules to keep its tenants apart.

Why: ingress ACL entries live in a small TCAM, shared by all tables. What does not fit is not installed, and the
tenant is open.

Example: two tenants that take every other node: no two host prefixes merge.

Fix: give each tenant contiguous nodes, best whole scalable units.

Source: SONiC ACL orchestration; the limit of 256 rules is our own, well inside the smallest ASIC of the catalogue.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TEN003"
SEVERITY = Severity.WARNING
POINT = Point.TENANCY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``many-acl-rules``."""
    if design.tenancy is not None:
        yield from findings(design.tenancy.problems, "many-acl-rules")
