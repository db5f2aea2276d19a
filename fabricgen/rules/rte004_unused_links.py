"""Two neighbouring tiers hash alike, and links of the second stay unused.

Why: the second tier repeats the choice of the first: flows that one switch put on path k of n
have a hash of remainder k, so a switch above with m links and the same hash uses m / gcd(n, m) of
them. SONiC has no setting for the seed; it follows the device type, and spines and super-spines
share one.

Example: three tiers with `routing: {hash: {spine: CRC, super_spine: CRC}}`.

Fix: leave the algorithms out (spines get CRC and super-spines CRC_CCITT), or choose two that
differ and that the ASIC has.

Source: SONiC buildimage dockers/docker-orchagent/switch.json.j2, commit 086b03bd70f9; SONiC doc/hash.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE004"
SEVERITY = Severity.WARNING
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``unused-links`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "unused-links")
