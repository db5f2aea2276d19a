"""The two ends of a sub-interface have different VLANs.

Why: each end drops the frames of the other, so the session of the VRF stays down while the port and the addresses are right.

Example: Ethernet16.10 of leaf-1 has vlan 10, and Ethernet16.10 of spine-1, the other end of its subnet, vlan 11.

Fix: write the same vlan on both ends.

Source: SONiC doc/subport/sonic-sub-port-intf-hld.md.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import addresses, far_ends, found

ID = "FAB081"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC
_TABLE = "VLAN_SUB_INTERFACE"


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for each link, at the end of the first device."""
    held = {
        (one.device, one.interface.partition(".")[0], one.network): one
        for rows in addresses(fabric).values()
        for one in rows
        if one.table == _TABLE
    }
    for (device, port, network), one in held.items():
        far = far_ends(fabric)[device].get(port)
        other = held.get((far.device, far.port, network)) if far is not None else None
        if other is None or device > other.device:
            continue
        mine = _vlan(fabric.devices[device], one.interface)
        its = _vlan(fabric.devices[other.device], other.interface)
        if mine != its:
            yield found(
                fabric.devices[device],
                f"{device} {one.interface} has VLAN {mine}, {other.device} {other.interface} at its other end "
                f"VLAN {its}",
                "write the same vlan on both ends",
                _TABLE,
                one.interface,
                "vlan",
            )


def _vlan(config: ConfigDb, interface: str) -> str:
    """Return the VLAN of a sub-interface: the field, else the number in its name."""
    return config.text(_TABLE, interface, "vlan") or interface.rpartition(".")[2]
