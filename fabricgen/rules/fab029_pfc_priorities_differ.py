"""The two ends of a link pause different priorities.

Why: pause frames for a priority that the far end does not honour stop nothing: the buffer overruns
and the lossless class loses packets. In the other direction a lossy class is stopped without need.

Example: `PORT_QOS_MAP|Ethernet16` pfc_enable "3,4" on leaf-1, "3" on spine-1 Ethernet0.

Fix: write the same pfc_enable on both ends.

Source: IEEE 802.1Qbb; SONiC YANG model sonic-port-qos-map.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_link import differences
from fabricgen.rules._fabric_qos import classes_of
from fabricgen.rules._fabric_roles import Tier, tiers

ID = "FAB029"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link between switches whose pause priorities differ."""
    for one in differences(fabric, _pause):
        classes = classes_of(fabric, one.odd)
        yield found(
            fabric.devices[one.odd.device],
            f"{named(one.odd)} pauses {one.odd_value} but {named(one.other)} at the other end of the "
            f"link pauses {one.other_value}",
            "write one pfc_enable on both ends",
            "PORT_QOS_MAP",
            classes.key if classes else one.odd.port,
            "pfc_enable" if classes and classes.pause else None,
        )


def _pause(fabric: FabricFiles, end: FileEnd) -> str | None:
    classes = classes_of(fabric, end)
    if tiers(fabric)[end.device] is Tier.DPU and (classes is None or not classes.pause):
        return None  # a DPU's card firmware holds its PFC, not CONFIG_DB
    pause = sorted(classes.pause) if classes else []
    return f"priorities {','.join(pause)}" if pause else "no priority"
