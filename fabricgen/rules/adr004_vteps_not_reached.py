"""A pool of tunnel endpoints is asked for where no device would reach them.

Why: a VXLAN tunnel comes up only between endpoints that the underlay reaches. The template routing path announces Loopback0
and no other loopback; an IPv6-only fabric carries no IPv4 endpoint.

Example: `addressing: {vteps: 10.254.0.0/16}` with `sonic.routing: bgpcfgd`.

Fix: leave vteps out, and name Loopback0 as the source of tunnels; or use `sonic.routing: frrcfgd`.

Source: SONiC's bgpd.main.conf.j2 (sonic-buildimage, docker-fpm-frr) has a network statement for Loopback0 only.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "ADR004"
SEVERITY = Severity.ERROR
POINT = Point.ADDRESSING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``vteps-not-reached`` problem of the addresses."""
    if design.addresses is not None:
        yield from findings(design.addresses.problems, "vteps-not-reached")
