"""Packets go round in a circle.

Why: BGP itself refuses loops, but aggregates, statics and routes of different length meet on the
way. Looping packets burn links until their TTL ends, and with PFC they can freeze a lossless class.

Example: leaf-1 has a static default route to spine-1, spine-1 has one back to leaf-1; packets to
an unused prefix circle.

Fix: give the aggregate a discard route where it is made, or remove the less specific route.

Source: RFC 4632 section 5.1 (a discard route for every aggregate).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.forwarding import End, Flow
from fabricgen.rules._control_plane.routes import routes
from fabricgen.rules._control_plane.verdicts import healthy, named_prefix
from fabricgen.rules._fabric import found
from fabricgen.rules._file import listing
from fabricgen.rules._vrf_views import instances

ID = "FAB073"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every circle, at its first device."""
    for where, view in instances(fabric):
        yield from _circles(view, where)


def _circles(fabric: FabricFiles, where: str) -> Iterator[Finding]:
    computed = routes(fabric)
    circles: dict[tuple[str, ...], dict[str, None]] = {}
    for one in healthy(fabric):
        for node in sorted(
            {one.flow.at[n] for n, end in enumerate(one.flow.ends) if end is End.LOOP}
        ):
            circle = _circle(one.flow, node)
            first = next((at for at, n in enumerate(circle) if one.flow.steps[n].to), 0)
            names = computed.names(circle[first:] + circle[:first])
            circles.setdefault(names, {})[named_prefix(computed, one.at)] = None
    for names, prefixes in circles.items():
        yield found(
            fabric.devices[names[0]],
            f"{where}packets to {listing(prefixes, 3)} circle: {' to '.join((*names, names[0]))}",
            "drop what an aggregate does not hold where the aggregate is made",
            "BGP_NEIGHBOR",
        )


def _circle(flow: Flow, start: int) -> tuple[int, ...]:
    way, queue = {start: -1}, [start]
    for node in queue:
        for after in flow.next_hops(node):
            if after == start:
                back = [node]
                while way[back[-1]] != -1:
                    back.append(way[back[-1]])
                return tuple(reversed(back))
            if after not in way:
                way[after] = node
                queue.append(after)
    return (start,)
