"""VRF isolation is asked for on a routing path without EVPN.

Why: a VRF on one leaf reaches the same VRF on another only through VXLAN with EVPN routes (or a link per VRF). Without
it the tenant's nodes would be cut off from each other.

Example: `{name: red, nodes: [1-512], isolation: vrf}` with `sonic.routing: bgpcfgd`.

Fix: write `isolation: acl`: each host port of the tenant may then send to the tenant's own prefixes only.

Source: SONiC's template routing path renders no l2vpn address family (sonic-buildimage, docker-fpm-frr).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TEN001"
SEVERITY = Severity.ERROR
POINT = Point.TENANCY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``vrf-needs-evpn``."""
    if design.tenancy is not None:
        yield from findings(design.tenancy.problems, "vrf-needs-evpn")
