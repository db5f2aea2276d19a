"""A neighbour row names a device of the fabric by an address that the device does not have.

Why: nobody answers at this address, so the session stays in Active. The name, DEVICE_NEIGHBOR or
the link tells which device was meant.

Example: `BGP_NEIGHBOR|10.64.0.8` with name "spine-1" on leaf-1, but spine-1 has 10.64.0.0 on the
link.

Fix: write the peer's address on this link as the key of the row.

Source: SONiC YANG model sonic-bgp-neighbor; RFC 4271 section 8.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import far_ends, found
from fabricgen.rules._fabric_sessions import Session, sessions

ID = "FAB047"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every row whose address no file has although its device has one."""
    for one in sessions(fabric):
        if one.peer is None or one.far is not None:
            continue
        meant = _meant(fabric, one)
        if meant is not None and meant != one.device:
            yield found(
                fabric.devices[one.device],
                f"{one.device} has a session to {one.peer} of {meant}, but {meant} does not have this "
                "address",
                "write the address of the peer on this link",
                "BGP_NEIGHBOR",
                one.key,
            )


def _meant(fabric: FabricFiles, one: Session) -> str | None:
    if one.name in fabric.devices:
        return one.name
    if one.near is None or one.near.table != "INTERFACE":
        return None
    end = far_ends(fabric)[one.device].get(one.near.interface)
    return end.device if end is not None else None
