"""A device to be taken out of traffic does not exist.

Why: a misspelt name leaves the device in traffic, and whoever works on it breaks jobs.

Example: `routing: {isolated: [spine-p1-99]}`.

Fix: write a name or pattern that matches.

Source: BGP_DEVICE_GLOBAL tsa_enabled, sonic-bgp-device-global.yang.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE017"
SEVERITY = Severity.WARNING
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``isolates-nothing`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "isolates-nothing")
