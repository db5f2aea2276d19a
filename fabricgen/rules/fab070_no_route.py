"""A device has no route to prefixes that its cables lead to.

Why: packets to them are dropped at once, while every single file looks right. Routes of both
routing paths are computed from all files to a fixed point: what each device originates, what each
policy lets through, what each loop check refuses.

Example: leaf-3 has the ASN of leaf-1; it finds its own AS in every path to leaf-1 and has no route
there.

Fix: what the message names last, at the device and row it points to.

Source: RFC 4271 section 9; SONiC bgpcfgd templates and frrcfgd, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.verdicts import unreachable
from fabricgen.rules._file import listing
from fabricgen.rules._vrf_views import instances

ID = "FAB070"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every cause, with the devices and prefixes it parts."""
    for where, view in instances(fabric):
        for cause, what in unreachable(view):
            yield Finding(
                message=f"{where}{listing(what.hurt)} cannot reach {what.text()}: {cause.text}",
                hint="let the route pass there; the computed routes of all other devices follow from it",
                place=cause.place(view),
            )
