"""No cage of the platform splits as the intent asks.

Why: SONiC refuses a breakout that the port's platform.json does not list, and the ASIC may not be
able to make it.

Example: `breakout: 8x100G` on nvidia-sn5600, whose cages give at most four ports.

Fix: choose one of the modes that `fabricgen catalogue show PLATFORM` lists, or leave breakout out.

Source: sonic-utilities config/main.py, breakout; sonic-net/sonic-buildimage platform.json files.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP021"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each problem of the kind ``unknown-breakout``."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "unknown-breakout")
