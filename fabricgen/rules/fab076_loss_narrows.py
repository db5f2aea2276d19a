"""The loss of one element costs more paths than its own cables.

Why: after a loss a device should still use every path that is left. Routes of other length,
filters or path limits can take healthy links out of use with the broken one.

Example: leaf-1 has lost one of 4 uplinks and uses 1 of the 3 that are left, since its route map
prefers one session.

Fix: let the remaining paths be equal: one ASN plan, no preference by session, enough
max_ebgp_paths.

Source: RFC 7938 section 6; SONiC bgpcfgd templates and frrcfgd, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.failures import single_losses
from fabricgen.rules._fabric import found
from fabricgen.rules._file import listing
from fabricgen.rules._vrf_views import instances

ID = "FAB076"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every kind of loss after which paths lie idle."""
    for where, view in instances(fabric):
        yield from _narrowed(view, where)


def _narrowed(fabric: FabricFiles, where: str) -> Iterator[Finding]:
    for one in single_losses(fabric):
        if not one.narrow:
            continue
        hurt = dict.fromkeys(name for name, _, _, _ in one.narrow)
        name, prefix, used, width = min(one.narrow, key=lambda row: row[2] / row[3])
        like = f" (and {one.loss.like_count} losses like it)" if one.loss.like_count else ""
        yield found(
            fabric.devices[one.loss.device],
            f"{where}without {one.loss.name}{like}, {name} uses {used} of the {width} links that are left "
            f"to {prefix}; {listing(hurt)} lose paths",
            "let the paths that remain be equal for BGP",
            "BGP_NEIGHBOR",
        )
