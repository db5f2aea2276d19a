"""Tenants are kept apart in IPv4 only, on a fabric that carries IPv6.

Why: the ACLs of a tenant match IPv4 prefixes. What is sent over IPv6 passes them.

Example: `addressing: {family: dual}` and a tenant with `isolation: acl`, which is the default.

Fix: use `family: ipv4`, or `isolation: none` where no wall is needed.

Source: sonic-acl.yang: an L3 table matches no IPv6 packet.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE009"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``acl-without-ipv6`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "acl-without-ipv6")
