"""After the loss of one element lossless buffers wait for each other in a circle.

Why: detours through leaves after a loss add waits from below to above. Two of them at different
leaves close a circle, and with PFC one burst can then stop it for ever.

Example: spine-2 has no link to leaf-4; without the link spine-1 to leaf-3, packets turn at leaf-1
and leaf-2, and spine-1, leaf-2, spine-2 and leaf-1 wait in a circle.

Fix: keep routes valley-free after losses too: one ASN for the spines of a plane, or an export
filter on leaves.

Source: Tagger (CoNEXT 2017), bounced paths in Clos networks.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.buffer_waits import told
from fabricgen.rules._control_plane.failures import single_losses
from fabricgen.rules._fabric import found

ID = "FAB079"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every kind of loss that closes a circle of waits."""
    for one in single_losses(fabric):
        if one.waits:
            like = f" (and {one.loss.like_count} losses like it)" if one.loss.like_count else ""
            yield found(
                fabric.devices[one.loss.device],
                f"without {one.loss.name}{like}, lossless buffers wait for each other in a circle of "
                f"{len(one.waits)} links, {told(one.waits)}",
                "keep routes valley-free after losses: one ASN for the spines, or an export filter",
                "BGP_NEIGHBOR",
            )
