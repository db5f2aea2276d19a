"""A priority that both ends pause has a lossless priority group at one end only.

Why: pause is sent when the lossless group fills. Without one the port never asks its peer to stop
and drops instead, while the other direction works; the fault shows as loss in one direction.

Example: both ends have pfc_enable "3"; `BUFFER_PG|Ethernet16|3` exists on leaf-1, spine-1 has no
`BUFFER_PG|Ethernet0|3`.

Fix: give both ends the lossless profile of their speed and cable.

Source: SONiC YANG model sonic-buffer-pg; SONiC swss buffermgrd.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named, number
from fabricgen.rules._fabric_qos import classes_of, group_profiles, is_lossless

ID = "FAB032"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every link end without a profile that the far end has."""
    profiles = group_profiles(fabric)
    for link in fabric.links:
        for near, far in ((link.a, link.b), (link.b, link.a)):
            mine, its = classes_of(fabric, near), classes_of(fabric, far)
            if mine is None or its is None:
                continue
            for priority in sorted(mine.pause & its.pause):
                group = number(priority)
                here = profiles.get(near, {}).get(group if group is not None else -1)
                there = profiles.get(far, {}).get(group if group is not None else -1)
                lossless = there is not None and is_lossless(fabric, far, there[0])
                if lossless and (here is None or not is_lossless(fabric, near, here[0])):
                    yield found(
                        fabric.devices[near.device],
                        f"{named(near)} pauses priority {priority} but has no lossless profile for it, "
                        f"while {named(far)} at the other end of the link has "
                        f"{there[0] if there else ''}",
                        f"bind a lossless profile to BUFFER_PG|{near.port}|{priority}",
                        "BUFFER_PG",
                        here[1] if here else None,
                    )
