"""The two ends of a link use different forward error correction.

Why: with different FEC the link stays down or takes errors; PAM4 lanes (50 Gb/s and more) need rs
on both ends.

Example: leaf-1 Ethernet16 has fec rs, spine-1 Ethernet0 has fec none.

Fix: set one fec on both ends, rs for 50 Gb/s lanes and up.

Source: IEEE 802.3 clause 91; SONiC YANG model sonic-port.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric_link import differ, port_field

ID = "FAB022"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link whose ends differ."""
    yield from differ(
        fabric,
        port_field("fec"),
        "fec",
        what="fec",
        unit="",
        hint="set one fec on both ends, rs for lanes of 50 Gb/s and more",
    )
