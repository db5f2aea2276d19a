"""Packets are dropped on their way by a wider prefix.

Why: a device that announces an aggregate attracts packets of every prefix inside it, and drops
those it has no narrower route for.

Example: spine-1 has a blackhole route for 10.0.0.0/8 and no route to 10.0.3.0/24, since its session
to leaf-3 is down; leaf-1 follows the aggregate to spine-1, which drops.

Fix: let the narrower prefix reach the device that drops, or announce a smaller aggregate.

Source: RFC 4632 section 5.1.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.forwarding import End
from fabricgen.rules._control_plane.routes import routes
from fabricgen.rules._control_plane.verdicts import healthy, named_prefix
from fabricgen.rules._fabric import found
from fabricgen.rules._file import listing
from fabricgen.rules._vrf_views import instances

ID = "FAB074"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every device and prefix that drops, with whom it hurts."""
    for where, view in instances(fabric):
        yield from _drops(view, where)


def _drops(fabric: FabricFiles, where: str) -> Iterator[Finding]:
    computed = routes(fabric)
    drops: dict[tuple[str, str], tuple[dict[str, None], dict[str, None]]] = {}
    for one in healthy(fabric):
        for node, end in enumerate(one.flow.ends):
            at = one.flow.at[node]
            by = one.flow.steps[at].by
            if end is not End.DROPPED or not one.widths.get(node) or by is None:
                continue
            key = computed.net.speakers[at].name, str(by)
            hurt, prefixes = drops.setdefault(key, ({}, {}))
            hurt[computed.net.speakers[node].name] = None
            prefixes[named_prefix(computed, one.at)] = None
    for (device, wide), (hurt, prefixes) in drops.items():
        config = fabric.devices[device]
        row = next((k for k in config.rows("STATIC_ROUTE") if k.rpartition("|")[2] == wide), None)
        yield found(
            config,
            f"{where}{device} drops packets of {listing(hurt)} to {listing(prefixes, 3)}: it has {wide} and "
            "no narrower route",
            "let the narrower prefix reach this device, or announce a smaller aggregate",
            "STATIC_ROUTE" if row else "BGP_NEIGHBOR",
            row,
        )
