"""`local_addr` of a neighbour row is not the own address on the peer's subnet.

Why: the peer expects the session from the address it has a row for. On the frrcfgd path local_addr
is the source of the session; on the bgpcfgd path the row waits for an interface with this address,
and belongs to the wrong port.

Example: leaf-1 reaches 10.64.0.0 from 10.64.0.1, but `BGP_NEIGHBOR|10.64.0.0` says local_addr
10.64.0.3.

Fix: write the own address of the link.

Source: SONiC bgpcfgd peer manager; SONiC YANG model sonic-bgp-neighbor.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_sessions import sessions

ID = "FAB042"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every row with another local address than the link's."""
    for one in sessions(fabric):
        if (
            one.far is None
            or one.near is None
            or one.local is None
            or one.local == one.near.address
        ):
            continue
        yield found(
            fabric.devices[one.device],
            f"local_addr of {one.device} towards {one.far.device} {one.peer} is {one.local}, but the "
            f"link has {one.near.interface} {one.near.address} on this end",
            f"write local_addr {one.near.address}",
            "BGP_NEIGHBOR",
            one.key,
            "local_addr",
        )
