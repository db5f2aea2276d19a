"""The platform has no HwSKU of that name.

Why: the HwSKU decides port layout, buffers and headroom; a switch with an unknown one has no ports.

Example: `switch: {platform: nvidia-sn5600, hwsku: Mellanox-SN5600-C256}`.

Fix: choose one that `fabricgen catalogue show PLATFORM` lists, or leave hwsku out.

Source: sonic-net/sonic-buildimage device folders.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP032"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each problem of the kind ``unknown-hwsku``."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "unknown-hwsku")
