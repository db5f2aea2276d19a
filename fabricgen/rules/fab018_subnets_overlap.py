"""Subnets of two devices overlap without being the same subnet.

Why: the smaller one hides a part of the larger: addresses of one device are taken for local by
another, and a link whose ends have different prefix lengths loses broadcast-like corner addresses
or the session.

Example: 10.64.0.0/31 on leaf-1 Ethernet16 and 10.64.0.0/30 on spine-1 Ethernet0.

Fix: use one prefix length on both ends, and disjoint subnets elsewhere.

Source: RFC 3021; Batfish overlapping interface subnets.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import Owned, addresses, found

ID = "FAB018"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at the larger of two overlapping subnets of two devices."""
    rows = [
        one
        for held in addresses(fabric).values()
        for one in held
        if one.table != "LOOPBACK_INTERFACE" and one.length < one.address.max_prefixlen
    ]
    rows.sort(key=lambda one: one.network)
    open_row: dict[tuple[int, str], Owned] = {}
    for one in rows:
        larger = open_row.get((one.address.version, one.vrf))
        if larger is not None and larger.network != one.network and _inside(one, larger):
            if larger.device != one.device:
                yield found(
                    fabric.devices[larger.device],
                    f"the subnet of {larger} contains the subnet of {one}",
                    "use one prefix length on both ends of a link, and disjoint subnets elsewhere",
                    larger.table,
                    larger.key,
                )
        else:
            open_row[one.address.version, one.vrf] = one


def _inside(small: Owned, large: Owned) -> bool:
    shift = large.address.max_prefixlen - large.length
    return (
        small.length > large.length and int(small.address) >> shift == int(large.address) >> shift
    )
