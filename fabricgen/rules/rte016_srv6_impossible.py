"""SRv6 locators cannot be made of the intent.

Why: bgpcfgd alone reads the tables of SRv6; a locator is 32 bits of block and 16 of node, and node
numbers from 0xe000 on are local functions; switches reach the locators of their neighbours over
IPv6 addresses of the links.

Example: `srv6: fcbb:bbbb::/48`, or `srv6` with `addressing: {family: ipv4}`.

Fix: use a /32, `family: dual` or `ipv6`, and bgpcfgd.

Source: RFC 9800; sonic-srv6.yang; SONiC buildimage src/sonic-bgpcfgd, managers_srv6.py.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE016"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``srv6-impossible`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "srv6-impossible")
