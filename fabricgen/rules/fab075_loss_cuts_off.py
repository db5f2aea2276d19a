"""The loss of one element makes a prefix unreachable although cables still lead to it.

Why: redundancy that routing does not use is no redundancy. Aggregates, filters and loop checks
that do no harm today decide what happens on the day a link breaks.

Example: after the loss of the link spine-1 Ethernet0 to leaf-1 Ethernet16, spine-1 still attracts
packets to 10.0.1.0/24 with its aggregate 10.0.0.0/16 and drops them.

Fix: let the narrower prefixes pass, or move the aggregate above the redundancy.

Source: RFC 7938 section 8.2 (summaries in Clos networks black-hole after link failures).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.failures import single_losses
from fabricgen.rules._fabric import found
from fabricgen.rules._file import listing
from fabricgen.rules._vrf_views import instances

ID = "FAB075"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every kind of loss that parts what cables still join."""
    for where, view in instances(fabric):
        yield from _parted(view, where)


def _parted(fabric: FabricFiles, where: str) -> Iterator[Finding]:
    for one in single_losses(fabric):
        if not one.cut:
            continue
        hurt = dict.fromkeys(name for name, _, _ in one.cut)
        prefixes = dict.fromkeys(prefix for _, prefix, _ in one.cut)
        ends = dict.fromkeys(end.value for _, _, end in one.cut)
        like = f" (and {one.loss.like_count} losses like it)" if one.loss.like_count else ""
        yield found(
            fabric.devices[one.loss.device],
            f"{where}without {one.loss.name}{like}, packets of {listing(hurt)} to {listing(prefixes, 3)} "
            f"do not arrive ({', '.join(ends)}), although cables remain",
            "let the narrower prefixes pass where packets end, or move the aggregate",
            "BGP_NEIGHBOR",
        )
