"""The two ends of a link have addresses, but no subnet in common.

Why: neither end can reach the other's address, so the BGP session of the link never leaves Active,
and no message says why.

Example: leaf-1 Ethernet16 has 10.64.0.1/31, spine-1 Ethernet0 at the other end has 10.64.0.8/31. A
prefix length that differs (/31 against /30) counts as well.

Fix: take both addresses from the link's own subnet.

Source: RFC 3021; githedgehog/fabric connection checks.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, port_addresses, shared_subnet
from fabricgen.rules._fabric_sessions import sessions

ID = "FAB010"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at the end whose address its peer does not expect."""
    held = port_addresses(fabric)
    expected = {(one.device, one.peer) for one in sessions(fabric)}
    for link in fabric.links:
        ends = link.a, link.b
        rows = [[one for one in held.get(end, ()) if not one.address.is_link_local] for end in ends]
        if not rows[0] or not rows[1] or shared_subnet(fabric, *ends):
            continue
        first_known = any((link.b.device, one.address) in expected for one in rows[0])
        odd = 1 if first_known else 0
        mine, other = rows[odd][0], rows[1 - odd][0]
        yield found(
            fabric.devices[mine.device],
            f"{mine} and {other} are the ends of one link but share no subnet",
            "give both ends addresses of one /31",
            mine.table,
            mine.key,
        )
