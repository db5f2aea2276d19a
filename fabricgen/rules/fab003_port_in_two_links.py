"""The addresses of a port put it into two links.

Why: a port has one cable. Two subnets shared with two different far ports mean that one address
belongs elsewhere.

Example: leaf-1 Ethernet16 holds 10.64.0.1/31 and 10.64.0.5/31; spine-1 Ethernet0 and Ethernet8 are
on the far sides.

Fix: move the address to the port it belongs to.

Source: githedgehog/fabric issue 532, Juniper/terraform-provider-apstra issue 1070.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "FAB003"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every ``port-in-two-links`` problem of rebuilding the fabric."""
    yield from findings(fabric.problems, "port-in-two-links")
