"""The PFC watchdog guards one end of a lossless link only.

Why: a pause storm is cut off where the watchdog runs. The end without one passes the storm on into
the fabric.

Example: `PFC_WD|Ethernet16` on leaf-1, no `PFC_WD|Ethernet0` on spine-1, pfc_enable "3" on both.

Fix: configure the watchdog on both ends, with pfcwd_sw_enable naming the lossless priorities.

Source: SONiC design "PFC Watchdog"; SONiC YANG model sonic-pfcwd.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_qos import classes_of

ID = "FAB036"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every unguarded end whose far end is guarded."""
    for link in fabric.links:
        for near, far in ((link.a, link.b), (link.b, link.a)):
            mine, its = classes_of(fabric, near), classes_of(fabric, far)
            if mine is None or its is None or not mine.pause or not its.pause:
                continue
            config, other = fabric.devices[near.device], fabric.devices[far.device]
            if near.port not in config.rows("PFC_WD") and far.port in other.rows("PFC_WD"):
                yield found(
                    config,
                    f"{named(near)} pauses priorities {','.join(sorted(mine.pause))} without a watchdog, "
                    f"while {named(far)} at the other end of the link has one",
                    f"add PFC_WD|{near.port}",
                    "PFC_WD",
                )
