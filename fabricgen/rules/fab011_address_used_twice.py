"""Two devices have the same interface address.

Why: neighbours answer for each other, sessions flap between the two, and traffic for one arrives
at the other. Both files are correct by themselves.

Example: 10.64.0.1/31 on leaf-1 Ethernet16 and on leaf-2 Ethernet16.

Fix: give one of them its own address. Anycast gateways of a stretched VLAN are not reported.

Source: RFC 5227; Batfish duplicate address check.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import Owned, far_ends, found, owners, shared_subnet

ID = "FAB011"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every further owner of an address."""
    for address, rows in owners(fabric).items():
        first = rows[0]
        for one in rows[1:]:
            if one.device == first.device or one.vrf != first.vrf:
                continue
            if {one.table, first.table} == {"LOOPBACK_INTERFACE"} or _anycast(fabric, first, one):
                continue
            odd, other = (first, one) if _unexpected(fabric, first, one) else (one, first)
            yield found(
                fabric.devices[odd.device],
                f"address {address} is on {odd.device} {odd.interface} and on {other.device} "
                f"{other.interface}",
                "give one of the two its own address",
                odd.table,
                odd.key,
            )


def _unexpected(fabric: FabricFiles, one: Owned, other: Owned) -> bool:
    """Whether the link of ``one`` shares no subnet while that of ``other`` does."""
    return not _fits(fabric, one) and _fits(fabric, other)


def _fits(fabric: FabricFiles, one: Owned) -> bool:
    end = FileEnd(device=one.device, port=one.interface)
    far = far_ends(fabric)[one.device].get(one.interface)
    pair = shared_subnet(fabric, end, far) if far is not None else None
    return pair is not None and pair[0].address != pair[1].address


def _anycast(fabric: FabricFiles, one: Owned, other: Owned) -> bool:
    """Whether both rows are the gateway of one VLAN that is stretched on purpose."""
    if {one.table, other.table} != {"VLAN_INTERFACE"} or one.interface != other.interface:
        return False
    tables = ("VXLAN_TUNNEL", "MCLAG_DOMAIN", "PEER_SWITCH")
    return any(fabric.devices[one.device].rows(table) for table in tables)
