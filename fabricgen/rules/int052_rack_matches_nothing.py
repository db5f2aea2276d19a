"""The pattern of a rack matches no device and no node.

Why: cabling.csv and the labels leave the rack out, and whoever pulls the cables looks for it.

Example: `racks: [{devices: "nodes-*", rack: A01}]` where the nodes are called node-0001 and on.

Fix: write a name of cabling.csv, or a shell pattern of it; upper and lower case differ.

Source: docs/outputs.md (cabling.csv), docs/addressing.md (names).
"""

from collections.abc import Iterator
from difflib import get_close_matches
from fnmatch import fnmatchcase

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point

ID = "INT052"
SEVERITY = Severity.WARNING
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each rack whose pattern matches nothing."""
    if design.topology is None or design.topology.problems or not design.intent.racks:
        return
    ends = (end.device for link in design.topology.links for end in (link.upper, link.lower))
    names = sorted({item.name for item in design.topology.devices}.union(ends))
    for index, entry in enumerate(design.intent.racks):
        if any(fnmatchcase(name, entry.devices) for name in names):
            continue
        close = get_close_matches(entry.devices, names, 1, 0.4)
        near = f"write a device's name or a pattern of it, such as {close[0]}" if close else ""
        yield Finding(
            message=f"{entry.devices} matches none of the {len(names)} devices and nodes",
            hint=near or "write a device's name, or a pattern such as leaf-*",
            place=design.intent.place("racks", index, "devices"),
        )
