"""Two devices share a loopback address, a router id or a VTEP address.

Why: sessions stay up, but routes to the two devices cover each other: half the fabric reaches one,
half the other. BGP drops a session between two speakers with one router id, and tunnels end at the
wrong switch.

Example: `LOOPBACK_INTERFACE|Loopback0|10.255.0.1/32` on leaf-1 and on leaf-2.

Fix: give each device its own loopback, and take the router id from it.

Source: RFC 4271 section 4.2 (BGP identifier); lab: two leaves with one loopback are unreachable
while all sessions are up.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import Ip, addresses, found, ip

ID = "FAB012"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every further device that uses an identity."""
    seen: dict[tuple[str, Ip], str] = {}
    for device, config in fabric.devices.items():
        for what, address, path in _identities(fabric, config):
            first = seen.setdefault((what, address), device)
            if first != device:
                yield found(
                    config,
                    f"{what} {address} of {device} is also the {what} of {first}",
                    "give each device its own",
                    *path,
                )


def _identities(
    fabric: FabricFiles, config: ConfigDb
) -> Iterator[tuple[str, Ip, tuple[str, str, str | None]]]:
    for one in addresses(fabric)[config.device]:
        if one.table == "LOOPBACK_INTERFACE":
            yield "loopback", one.address, (one.table, one.key, None)
    metadata = ip(config.text("DEVICE_METADATA", "localhost", "bgp_router_id"))
    if metadata is not None:
        yield "router id", metadata, ("DEVICE_METADATA", "localhost", "bgp_router_id")
    for vrf in config.rows("BGP_GLOBALS"):
        router = ip(config.text("BGP_GLOBALS", vrf, "router_id"))
        if router is not None and vrf == "default":
            yield "router id", router, ("BGP_GLOBALS", vrf, "router_id")
    for tunnel in config.rows("VXLAN_TUNNEL"):
        source = ip(config.text("VXLAN_TUNNEL", tunnel, "src_ip"))
        if source is not None and not config.rows("MCLAG_DOMAIN"):
            yield "VTEP address", source, ("VXLAN_TUNNEL", tunnel, "src_ip")
