"""A link joins the VRFs of two tenants.

Why: a VRF keeps a tenant apart only if both ends of each of its interfaces are in it. One end in another VRF hands the routes
and the packets of one tenant to the other, and every session is up.

Example: Ethernet16.10 of leaf-1 is in Vrf-red, Ethernet16.10 of spine-1, the other end of its subnet, in Vrf-blue.

Fix: put both ends into the VRF of the tenant.

Source: SONiC doc/vrf/sonic-vrf-hld.md (an interface belongs to one VRF).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import addresses, far_ends, found

ID = "TEN050"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC
_TABLES = ("INTERFACE", "VLAN_SUB_INTERFACE")


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for each link whose two addresses of one subnet are in different VRFs."""
    held = {
        (one.device, one.interface.partition(".")[0], one.network): one
        for rows in addresses(fabric).values()
        for one in rows
        if one.table in _TABLES
    }
    for (device, port, network), one in held.items():
        far = far_ends(fabric)[device].get(port)
        other = held.get((far.device, far.port, network)) if far is not None else None
        if other is None or one.vrf == other.vrf or device > other.device:
            continue
        yield found(
            fabric.devices[device],
            f"{one} is in {one.vrf or 'the default VRF'}, the other end of its subnet, {other}, in "
            f"{other.vrf or 'the default VRF'}",
            "put both ends into one VRF (vrf_name)",
            one.table,
            one.interface,
            "vrf_name" if one.vrf else None,
        )
