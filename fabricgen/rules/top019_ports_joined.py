"""Fewer planes than the NICs have ports: the NIC has to run its ports as one faster port.

Why: not every NIC can. A ConnectX-8 is an 800G card, and many of its builds run Ethernet as two ports of
400G only; the links of the other kind never come up.

Example: `planes: 1` with nvidia-dgx-b300, whose NICs are two ports of 400G.

Fix: leave planes out, or write the node out with `joins: true` once its data sheet says so.

Source: NVIDIA DGX B300 user guide (8 OSFP ports, Ethernet as 2 x 400G a GPU); docs/topology.md (planes).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP019"
SEVERITY = Severity.WARNING
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each group whose NICs are not known to run so."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "ports-joined")
