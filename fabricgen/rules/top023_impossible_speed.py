"""No port of the platform runs at the speed the link needs.

Why: the speed of a link follows from the NIC and its ports. A switch reaches it only if one of its
breakouts has that speed on a number of lanes that carries it.

Example: NICs of 800G on nvidia-sn4700, whose ports end at 400G.

Fix: choose a platform with that speed (`fabricgen catalogue list --speed 800G`), another breakout,
or split the NIC into more ports.

Source: the platform's own breakout modes; IEEE 802.3 lane rates.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP023"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each problem of the kind ``impossible-speed``."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "impossible-speed")
