"""The two ends of a link put a DSCP into different classes.

Why: a packet changes its queue and priority from hop to hop: ordering, scheduling weight and ECN
no longer follow the class plan, and congestion notification waits behind data. Also found: a DPU
whose maps differ from its leaf's.

Example: leaf-1 maps DSCP 48 to queue 6, spine-1 to queue 0.

Fix: use one DSCP_TO_TC_MAP, TC_TO_QUEUE_MAP and TC_TO_PRIORITY_GROUP_MAP on all devices.

Source: SONiC YANG models sonic-dscp-tc-map and sonic-tc-queue-map.
"""

from collections.abc import Iterator
from dataclasses import replace

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_chain import Class, conflicts, listed
from fabricgen.rules._fabric_qos import classes_of

ID = "FAB031"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every pair of chains that differ in this way."""
    for conflict in conflicts(fabric):
        dscps = tuple(
            one for one in conflict.dscps if not (one[1][1] and one[2][1]) or one[1][3] == one[2][3]
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
            "use one set of DSCP, traffic class and queue maps on all devices",
            "DSCP_TO_TC_MAP",
            key if own_row else None,
            str(dscps[0][0])
            if own_row and str(dscps[0][0]) in config.row("DSCP_TO_TC_MAP", key)
            else None,
        )


def _says(one: Class) -> str:
    return f"traffic class {one[0]}" + (f", PG {one[1]}" if one[1] else "") + f", queue {one[2]}"
