"""The DEVICE_NEIGHBOR rows of two ports contradict each other.

Why: where no shared subnet shows the cable, these rows are the only record of it. If one end names
a port that does not exist or that names somebody else, no check of the link can be trusted and the
watchdog starts on the wrong port.

Example: leaf-1 Ethernet16 says spine-1 Ethernet0, but spine-1 Ethernet0 says leaf-2 Ethernet16.

Fix: write at both ends what LLDP shows.

Source: SONiC YANG model sonic-device_neighbor.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._fabric_neighbors import meant, stated

ID = "FAB005"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every row that the far end does not confirm."""
    joined = {end for link in fabric.links if link.how == "subnet" for end in (link.a, link.b)}
    for device, config in fabric.devices.items():
        for port in config.rows("DEVICE_NEIGHBOR"):
            near = FileEnd(device=device, port=port)
            name, far_port = stated(config, port)
            if name is None or name not in fabric.devices or far_port is None or near in joined:
                continue
            fact = _contradiction(fabric, near, name, far_port)
            if fact:
                message = f"DEVICE_NEIGHBOR of {named(near)} says {name} {far_port}, but {fact}"
                hint = "make the rows of both ends name each other"
                yield found(config, message, hint, "DEVICE_NEIGHBOR", port, "port")


def _contradiction(fabric: FabricFiles, near: FileEnd, name: str, port: str) -> str:
    if name == near.device:
        return "that is the same device"
    if not port.startswith("Ethernet") and meant(fabric, name, port) is None:
        return ""
    far = meant(fabric, name, port)
    if far is None:
        return f"{name} has no port {port}"
    back_name, back_port = stated(fabric.devices[name], far.port)
    if back_name is None or back_port is None:
        return ""
    if meant(fabric, back_name, back_port) == near or (back_name, back_port) == (
        near.device,
        near.port,
    ):
        return ""
    return f"{named(far)} says {back_name} {back_port}"
