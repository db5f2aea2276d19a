"""Lossless buffers wait for each other in a circle.

Why: with PFC a full buffer stops the one before it. Where the routes of a lossless class close a
circle of such waits, one burst can stop all of them for ever: a deadlock that no timeout of the
hosts undoes.

Example: priority 3: spine-1 to leaf-1, leaf-1 to spine-2, spine-2 to leaf-2, leaf-2 to spine-1, and
again.

Fix: let routes go up and then down only: one ASN for the spines of a plane or an export filter on
leaves; or change the priority at every turn.

Source: Dally and Seitz on channel dependencies; Tagger (CoNEXT 2017) for PFC in Clos networks.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.buffer_waits import (
    cycle,
    fabric_waits,
    lossless,
    told,
    turns_back,
)
from fabricgen.rules._control_plane.physical import ranks
from fabricgen.rules._control_plane.routes import routes
from fabricgen.rules._control_plane.verdicts import carries_hosts, healthy
from fabricgen.rules._fabric import found

ID = "FAB078"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for a cycle in the healthy fabric."""
    computed, rank = routes(fabric), ranks(fabric)
    bent = any(
        turns_back(one.flow, rank)
        for one in healthy(fabric)
        if carries_hosts(computed, one.at, rank)
    )
    if not bent or not any(lossless(fabric).values()):
        return
    circle = cycle(fabric_waits(computed))
    if circle:
        yield found(
            fabric.devices[circle[0].receiver],
            f"lossless buffers wait for each other in a circle of {len(circle)} links, {told(circle)}",
            "let routes go up and then down only: one ASN for the spines, or an export filter",
            "BGP_NEIGHBOR",
        )
