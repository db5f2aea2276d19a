"""An ACL that drops the rest on other devices drops nothing on this one.

Why: SONiC forwards what no rule matches. Without the last rule the tenant's ports on this device reach
everything, while the permits look as everywhere else.

Example: TENANT_RED ends with a DROP of any source on leaf-1, and has only FORWARD rules on leaf-2.

Fix: add the rule that drops the rest, with the lowest priority of the table.

Source: SONiC doc/acl/ACL-High-Level-Design.md.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._tenants import fences

ID = "TEN047"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for each ACL that is closed elsewhere and open here."""
    closed = {one.table: one.device for one in fences(fabric) if one.closed}
    for one in fences(fabric):
        if not one.closed and one.table in closed:
            yield found(
                fabric.devices[one.device],
                f"{one.table} has {len(one.permits)} rules that forward and none that drops the rest; on "
                f"{closed[one.table]} it has one",
                "add a rule with SRC_IP 0.0.0.0/0, PACKET_ACTION DROP and the lowest priority",
                "ACL_TABLE",
                one.table,
            )
