"""Link training is on at one end of a link only.

Why: training needs a partner; with one end alone the lanes are never tuned and the link stays down
or takes errors.

Example: leaf-1 Ethernet16 has link_training on, spine-1 Ethernet0 does not. An absent field counts
as off.

Fix: set link_training alike on both ends; off on optical links.

Source: IEEE 802.3 clause 136; SONiC YANG model sonic-port.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric_link import differ, port_field

ID = "FAB025"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link whose ends differ."""
    yield from differ(
        fabric,
        port_field("link_training", "off"),
        "link_training",
        what="link_training",
        unit="",
        hint="set link_training alike on both ends; off on optical links",
    )
