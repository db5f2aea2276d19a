"""VRF isolation is asked for where it cannot be built.

Why: the VRF of a tenant reaches its other leaves over sub-interfaces, one BGP session for each link and VRF. The template routing
path renders no BGP inside a VRF; sessions over sub-interfaces need IPv4 addresses.

Example: `{name: red, nodes: [1-512], isolation: vrf}` with `sonic.routing: bgpcfgd`.

Fix: use `sonic.routing: frrcfgd` with IPv4 links, or `isolation: acl`: each host port of the tenant may then send to the
tenant's own prefixes only.

Source: SONiC's bgpd.main.conf.j2 (template path) has one BGP instance; sonic-bgp-neighbor.yang takes addresses and ports as
neighbours, no sub-interfaces.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TEN001"
SEVERITY = Severity.ERROR
POINT = Point.ADDRESSING


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``vrf-not-possible``."""
    if design.addresses is not None:
        yield from findings(design.addresses.problems, "vrf-not-possible")
