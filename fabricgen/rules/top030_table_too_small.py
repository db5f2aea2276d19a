"""A switch needs more of a table than its platform holds.

Why: routes, neighbours and ECMP members beyond the table are not programmed: their traffic is dropped or
goes by the CPU, and no session goes down.

Example: a platform file with `scale: {ecmp_members: 32}` and leaves of 64 uplinks.

Fix: use a platform with a larger table, more planes, or fewer and faster uplinks.

Source: SONiC doc/crm, Critical Resource Monitoring; the platform file's own source.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._catalogue import place_of
from fabricgen.rules._scale import NAMES, needs

ID = "TOP030"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding per platform and table that is too small."""
    for need in needs(design):
        if need.held is not None and need.count > need.held:
            yield Finding(
                message=f"{need.device} needs {need.count} {NAMES[need.table]}; {need.platform} "
                f"holds {need.held}",
                hint="use a platform with a larger table, more planes, or fewer and faster uplinks",
                place=place_of(design, need.device),
            )
