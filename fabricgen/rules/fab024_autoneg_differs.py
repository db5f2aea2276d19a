"""Autonegotiation is on at one end of a link only.

Why: the end that negotiates waits for an answer that never comes, and the link stays down.

Example: leaf-1 Ethernet16 has autoneg on, spine-1 Ethernet0 has autoneg off. An absent field
counts as off.

Fix: set autoneg alike on both ends; off on optical links.

Source: IEEE 802.3 clause 73; SONiC YANG model sonic-port.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric_link import differ, port_field

ID = "FAB024"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link whose ends differ."""
    yield from differ(
        fabric,
        port_field("autoneg", "off"),
        "autoneg",
        what="autoneg",
        unit="",
        hint="set autoneg alike on both ends; off on optical links",
    )
