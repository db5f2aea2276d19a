"""The two ends of a link state different cable lengths.

Why: the length decides how many bytes still arrive after pause is sent. The end with the shorter
length keeps too little headroom and drops lossless packets, or the other wastes buffer.

Example: `CABLE_LENGTH|AZURE` Ethernet16 "5m" on leaf-1, Ethernet0 "40m" on spine-1.

Fix: write the same length, rounded up to a row of the platform's table, on both ends.

Source: SONiC swss buffermgrd; SONiC buildimage pg_profile_lookup.ini.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_qos import cable_metres

ID = "FAB033"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every link whose ends state different lengths, at the shorter one."""
    metres = cable_metres(fabric)
    for link in fabric.links:
        a, b = metres.get(link.a), metres.get(link.b)
        if a is None or b is None or a[0] == b[0]:
            continue
        if len({fabric.devices[end.device].text(*_PLATFORM) for end in (link.a, link.b)}) > 1:
            cable = link.cable_m or 0
            if min(a[0], b[0]) >= cable > 0:
                continue  # each platform rounds the real length up to a row of its own table
        near, far = (link.a, link.b) if a[0] < b[0] else (link.b, link.a)
        here, there = metres[near], metres[far]
        yield found(
            fabric.devices[near.device],
            f"the cable is {here[0]} m long for {named(near)} but {there[0]} m for {named(far)} at the "
            "other end of the link",
            "write one length on both ends",
            "CABLE_LENGTH",
            here[1],
            here[2],
        )


_PLATFORM = ("DEVICE_METADATA", "localhost", "platform")
