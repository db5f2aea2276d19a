"""The ACL of one tenant lets packets through to ports of another tenant.

Why: the ACL is all that keeps tenants apart on a routed fabric; a permitted prefix that is too wide, or that is
another tenant's, joins them, and nothing else shows it.

Example: TENANT_RED of leaf-1 forwards to 10.0.0.0/23, and ports bound to TENANT_BLUE on leaf-2 are in 10.0.1.0/24.

Fix: permit the prefixes of the tenant's own ports only.

Source: SONiC doc/acl/ACL-High-Level-Design.md (PACKET_ACTION, priority).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._tenants import fences, grounds

ID = "TEN046"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for each device, ACL and other ACL whose ports it forwards to."""
    held = grounds(fabric)
    for fence in fences(fabric):
        seen: set[str] = set()
        for key, permitted in fence.permits.items():
            for other, nets in held.items():
                if other == fence.table or other in seen or not fence.closed:
                    continue
                inside = next(
                    (n for n in nets if n.version == permitted.version and n.overlaps(permitted)),
                    None,
                )
                if inside is not None:
                    seen.add(other)
                    yield found(
                        fabric.devices[fence.device],
                        f"{fence.table} forwards to {permitted}, and ports bound to {other} are in {inside}",
                        f"permit the prefixes of {fence.table}'s own ports only",
                        "ACL_RULE",
                        key,
                    )
