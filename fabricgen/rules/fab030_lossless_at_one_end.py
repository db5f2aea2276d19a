"""A DSCP is lossless at one end of a link and lossy at the other.

Why: a class is lossless only if every hop pauses for it. One hop that puts the DSCP into a lossy
class drops under load, and RoCE falls back to slow retransmission. Compared is the whole chain:
DSCP, traffic class, priority group, PFC priority.

Example: leaf-1 maps DSCP 26 to traffic class 3 with PFC, spine-1 maps it to traffic class 0.

Fix: use the same maps and pfc_enable on every device of the path.

Source: SONiC YANG models sonic-dscp-tc-map, sonic-tc-priority-group-map and sonic-port-qos-map;
IEEE 802.1Qbb.
"""

from collections.abc import Iterator
from dataclasses import replace

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_chain import Class, conflicts, listed
from fabricgen.rules._fabric_qos import classes_of

ID = "FAB030"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every pair of chains that differ in this way."""
    for conflict in conflicts(fabric):
        dscps = tuple(
            one for one in conflict.dscps if one[1][1] and one[2][1] and one[1][3] != one[2][3]
        )
        if not dscps:
            continue
        classes = classes_of(fabric, conflict.odd)
        key = (classes.dscp_map if classes else None) or "global"
        config = fabric.devices[conflict.odd.device]
        own_row = key in config.rows("DSCP_TO_TC_MAP")
        links = f" ({conflict.link_count} links of it alike)" if conflict.link_count > 1 else ""
        yield found(
            config,
            f"{named(conflict.odd)} and {named(conflict.other)} at the other end of the link "
            f"disagree{links}: {listed(replace(conflict, dscps=dscps), _says)}",
            "use the same maps and pfc_enable on every device of the path",
            "DSCP_TO_TC_MAP",
            key if own_row else None,
            str(dscps[0][0])
            if own_row and str(dscps[0][0]) in config.row("DSCP_TO_TC_MAP", key)
            else None,
        )


def _says(one: Class) -> str:
    return f"{'lossless' if one[3] else 'lossy'} in traffic class {one[0]}, PG {one[1]}"
