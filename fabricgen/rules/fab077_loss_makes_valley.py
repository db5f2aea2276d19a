"""After the loss of one element routes lead down to a device and up again.

Why: the fabric looks sound until a link breaks; then a spine reaches a leaf through another leaf.
The detour loads two uplinks of a leaf that has nothing to do with it, and breaks the order of up
and then down that keeps lossless buffers free of deadlock.

Example: without the link spine-1 to leaf-1, packets to leaf-1 go from spine-1 to leaf-2 to spine-2.

Fix: give all spines of a plane one ASN, or keep leaves from passing on what they learned (frrcfgd
path: tag routes on import and deny the tag on export).

Source: RFC 7938 section 5.2; seen on real FRR with one ASN a spine.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.failures import single_losses
from fabricgen.rules._fabric import found
from fabricgen.rules._file import listing
from fabricgen.rules._vrf_views import instances

ID = "FAB077"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every kind of loss that opens a valley."""
    for where, view in instances(fabric):
        yield from _turns(view, where)


def _turns(fabric: FabricFiles, where: str) -> Iterator[Finding]:
    for one in single_losses(fabric):
        if not one.turns:
            continue
        above, turn, after, prefix = one.turns[0]
        others = dict.fromkeys(row[1] for row in one.turns)
        like = f" (and {one.loss.like_count} losses like it)" if one.loss.like_count else ""
        yield found(
            fabric.devices[one.loss.device],
            f"{where}without {one.loss.name}{like}, packets to {prefix} go from {above} down to {turn} and "
            f"up to {after}; {listing(others)} become transit",
            "give the spines of a plane one ASN, or filter what leaves export",
            "BGP_NEIGHBOR",
        )
