"""The pattern of a rack matches no device and no node.

Why: cabling.csv and the labels leave the rack out, and whoever pulls the cables looks for it.

Example: `racks: [{devices: "nodes-*", rack: A01}]` where the nodes are called node-0001 and on.

Fix: write a name of cabling.csv, or a shell pattern of it; upper and lower case differ.

Source: docs/outputs.md (cabling.csv), docs/addressing.md (names).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._patterns import unmatched

ID = "INT052"
SEVERITY = Severity.WARNING
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each rack whose pattern matches nothing."""
    if design.topology is None or design.topology.problems or not design.intent.racks:
        return
    ends = (end.device for link in design.topology.links for end in (link.upper, link.lower))
    names = sorted({item.name for item in design.topology.devices}.union(ends))
    patterns = [entry.devices for entry in design.intent.racks]
    yield from unmatched(design, "racks", patterns, names, "devices and nodes")
