"""The two ends of a link have different MTUs.

Why: sessions come up, then flap when the first large packet goes out, and collective operations
hang. Small pings pass.

Example: leaf-1 Ethernet16 has mtu 1500, spine-1 Ethernet0 has mtu 9100. An absent mtu counts as
9100, SONiC's default. The port of a DPU may be smaller than the switch port, but not larger, and not
where the switch port pauses: a lossless class must fit at every hop.

Fix: set one mtu on both ends.

Source: sonic-mgmt issue 5592; NVIDIA/nccl issues 1524 and 1957; SONiC swss default MTU 9100.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named, number
from fabricgen.rules._fabric_link import differences, port_field
from fabricgen.rules._fabric_qos import classes_of
from fabricgen.rules._fabric_roles import Tier, tiers

ID = "FAB023"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link whose ends differ, unless a DPU behind a lossy port is just smaller."""
    tier = tiers(fabric)
    for one in differences(fabric, port_field("mtu", "9100")):
        for dpu, switch in ((one.odd, one.other), (one.other, one.odd)):
            mine, its = (
                number(port_field("mtu", "9100")(fabric, end)) or 0 for end in (dpu, switch)
            )
            behind = tier[dpu.device] is Tier.DPU and tier[switch.device] is not Tier.DPU
            classes = classes_of(fabric, switch)
            if behind and mine <= its and not (classes and classes.pause):
                break
        else:
            yield found(
                fabric.devices[one.odd.device],
                f"mtu is {one.odd_value} bytes on {named(one.odd)} but {one.other_value} bytes on "
                f"{named(one.other)} at the other end of the link",
                "set one mtu on both ends",
                "PORT",
                one.odd.port,
                "mtu",
            )
