"""The catalogue has no platform of this name.

Why: lanes, breakouts and buffers come from the platform; without it nothing true can be rendered.

Example: `switch: nvidia-sn560`, where the catalogue has nvidia-sn5600.

Fix: write a name of `fabricgen catalogue list`, or import your platform from its SONiC folder with
`fabricgen catalogue import` and name the folder of the file under `platforms`.

Source: fabricgen design, the hardware catalogue.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP020"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each problem of the kind ``unknown-platform``."""
    if design.topology is not None:
        yield from findings(design.topology.problems, "unknown-platform")
