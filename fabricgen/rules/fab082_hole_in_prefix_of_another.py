"""A device drops packets to part of a prefix that another device announces.

Why: the most specific route wins, whoever wrote it. A blackhole that stays in one device cuts a hole into the prefix there:
its own packets and those that pass it are lost, over the other devices everything arrives. One that is announced draws
all packets there.

Example: spine-1 has a blackhole for 10.0.1.0/25 that it does not announce, and leaf-1 with hosts in it announces 10.0.1.0/24:
each flow that is hashed to spine-1 is lost.

Fix: remove the route; accept the finding for an address that shall be dropped.

Source: RFC 4632 section 5.1 (longest match).
"""

from collections.abc import Iterator
from itertools import islice

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.origins import local_tables, originations
from fabricgen.rules._control_plane.prefix_list import Prefix, parse_prefix
from fabricgen.rules._fabric import found
from fabricgen.rules._vrf_views import instances

ID = "FAB082"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every blackhole of a device in another's announced prefix with hosts in it."""
    for where, view in instances(fabric):
        yield from _holes(view, where)


def _holes(fabric: FabricFiles, where: str) -> Iterator[Finding]:
    announced: dict[Prefix, set[str]] = {}
    for one in originations(fabric):
        announced.setdefault(one.prefix, set()).add(one.device)
    lengths = {(one.version, one.length) for one in announced}
    tables = local_tables(fabric)
    for name, local in tables.items():
        for hole, drops in local.statics.items():
            if not drops or _near(hole, local.connected):
                continue
            around = (
                (device, prefix)
                for version, length in sorted(lengths, reverse=True)
                if version == hole.version and length < hole.length
                for prefix in (hole.shortened(length),)
                for device in sorted(announced.get(prefix, ()))
                if device != name and _near(hole, tables[device].connected)
            )
            for device, prefix in islice(around, 1):
                config = fabric.devices[name]
                shown = "announces and " if name in announced.get(hole, ()) else ""
                yield found(
                    config,
                    f"{where}{name} {shown}drops packets to {hole}, a part of {prefix} of {device}",
                    f"remove the route, so that {name} follows {prefix}",
                    "STATIC_ROUTE",
                    _key(config, hole),
                )


def _near(hole: Prefix, connected: frozenset[Prefix]) -> bool:
    return any(one.covers(hole) or hole.covers(one) for one in connected)


def _key(config: ConfigDb, prefix: Prefix) -> str | None:
    rows = config.rows("STATIC_ROUTE")
    return next((key for key in rows if parse_prefix(key.rpartition("|")[2]) == prefix), None)
