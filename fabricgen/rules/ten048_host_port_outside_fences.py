"""A host port stands beside ports that tenants' ACLs guard, and no ACL guards it.

Why: an ACL of ingress works only on the ports it is bound to. The host behind this one reaches every
tenant. A port in a VRF is kept apart by the VRF.

Example: on leaf-1 Ethernet0 and Ethernet8 are bound to TENANT_RED, Ethernet16 with a host behind it to nothing.

Fix: bind the port to its tenant's ACL; accept the finding for a host that belongs to nobody.

Source: SONiC doc/acl/ACL-High-Level-Design.md (ports of ACL_TABLE).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._file import listing
from fabricgen.rules._tenants import fences, host_ports

ID = "TEN048"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for each device with guarded and unguarded host ports."""
    guarded: dict[str, set[str]] = {}
    tables: dict[str, str] = {}
    for one in fences(fabric):
        if one.closed:
            guarded.setdefault(one.device, set()).update(one.ports)
            tables.setdefault(one.device, one.table)
    for device, ports in guarded.items():
        bare = [port for port in host_ports(fabric, device) if port not in ports]
        if bare:
            yield found(
                fabric.devices[device],
                f"{listing(dict.fromkeys(bare))} with hosts behind them are bound to no tenant's ACL, "
                f"{len(ports)} other ports of {device} are",
                "add them to ports of their tenant's ACL",
                "ACL_TABLE",
                tables[device],
                "ports",
            )
