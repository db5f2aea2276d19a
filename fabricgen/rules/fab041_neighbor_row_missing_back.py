"""A BGP neighbour has no row for the session at its own end.

Why: a speaker refuses connections from addresses it has no neighbour row for; the far end stays in
Active for ever.

Example: leaf-1 has `BGP_NEIGHBOR|10.64.0.0` (spine-1), spine-1 has no `BGP_NEIGHBOR|10.64.0.1`.

Fix: add the mirror row, or remove the row of the other end.

Source: RFC 4271 section 8; SONiC bgpcfgd peer manager.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_sessions import back, listens, peer_device, sessions

ID = "FAB041"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every device that lacks a row its neighbour counts on."""
    for one in sessions(fabric):
        far = peer_device(fabric, one)
        if far is None or back(fabric, one) is not None:
            continue
        config = fabric.devices[far]
        source = one.source
        if source is not None and listens(config, source):
            continue
        if source is None and one.interface is None:
            continue  # without an own address in the peer's subnet another rule speaks
        want = str(source) if source is not None else "the port of the link"
        yield found(
            config,
            f"{one.device} has a session to {far} ({one.key}), but {far} has no BGP_NEIGHBOR row for "
            f"{want}",
            f"add a row for {want} with the ASN of {one.device}, or remove the row of {one.device}",
            "BGP_NEIGHBOR",
        )
