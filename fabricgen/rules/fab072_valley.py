"""Computed routes lead down to a device and up again.

Why: a valley loads uplinks twice and makes a leaf or a DPU transit for others. It also breaks the
order of up and then down that keeps lossless buffers free of deadlock.

Example: frontend-leaf-01 reaches frontend-leaf-02 over node-0001-dpu1 as well as over the spines.

Fix: keep the device from passing on what it learned: one ASN for the spines of a plane, an export
filter, or on a DPU an allow list that denies by default.

Source: RFC 7938 section 5.2; Tagger (CoNEXT 2017) on up-down routing.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._control_plane.forwarding import valleys
from fabricgen.rules._control_plane.physical import ranks
from fabricgen.rules._control_plane.routes import routes
from fabricgen.rules._control_plane.verdicts import carries_hosts, healthy, named_prefix
from fabricgen.rules._fabric import found
from fabricgen.rules._file import listing
from fabricgen.rules._vrf_views import instances

ID = "FAB072"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for every device at the bottom of a valley."""
    for where, view in instances(fabric):
        yield from _valleys(view, where)


def _valleys(fabric: FabricFiles, where: str) -> Iterator[Finding]:
    computed = routes(fabric)
    turns: dict[str, dict[str, None]] = {}
    ways: dict[str, str] = {}
    for one in healthy(fabric):
        if not carries_hosts(computed, one.at, ranks(fabric)):
            continue
        for above, turn, after in valleys(one.flow, ranks(fabric)):
            names = computed.names((above, turn, after))
            turns.setdefault(names[1], {})[named_prefix(computed, one.at)] = None
            ways.setdefault(names[1], " to ".join(names))
    for device, prefixes in turns.items():
        yield found(
            fabric.devices[device],
            f"{where}packets to {listing(prefixes, 3)} go from {ways[device]}: down and up again at {device}",
            "keep this device from passing on routes that it learned from above",
            "BGP_NEIGHBOR",
        )
