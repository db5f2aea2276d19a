"""The routing path does not work in this release.

Why: the daemon of the management framework activates an address family on `admin_status` `true` only
up to release 202411, while the models accept only `up` and `down`: a file that the models accept
brings no session up. From 202505 the daemon understands both.

Example: `sonic: {release: "202411", routing: frrcfgd}`.

Fix: use 202505 or later, or bgpcfgd, the default of SONiC.

Source: SONiC buildimage src/sonic-frr-mgmt-framework and sonic-bgp-common.yang of the release branches.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE001"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``path-not-built`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "path-not-built")
