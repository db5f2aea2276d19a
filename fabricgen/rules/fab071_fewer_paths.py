"""A device spreads traffic over fewer links than its cables offer.

Why: equal paths that routing does not use are bandwidth paid for and lost; the links that remain
carry more and pause first.

Example: leaf-3 uses 3 of 4 links to leaf-1, because one of its sessions to spine-2 is shut.

Fix: what the message names last. On the frrcfgd path also set load_balance_mp_relax and
max_ebgp_paths.

Source: RFC 7938 section 6; SONiC bgpcfgd templates and frrcfgd, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.verdicts import narrow
from fabricgen.rules._file import listing
from fabricgen.rules._vrf_views import instances

ID = "FAB071"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every cause, with the devices it narrows."""
    for where, view in instances(fabric):
        for cause, what in narrow(view):
            yield Finding(
                message=f"{where}{what.detail} to {what.text()} ({listing(what.hurt)}): {cause.text}",
                hint="bring the unused paths into the routes, or take their cables out of service",
                place=cause.place(view),
            )
