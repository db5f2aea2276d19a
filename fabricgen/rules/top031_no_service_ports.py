"""The intent asks for service ports that the platform does not have.

Why: only some platforms have small ports beside the fabric ports; on the others the key changes nothing, and
whoever counts on such a port finds none.

Example: `switch: {platform: nvidia-sn4700, service_ports: true}`.

Fix: leave `service_ports` out, or choose a platform whose page lists cages for service
(`fabricgen catalogue show PLATFORM`).

Source: the platform's own port map.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._catalogue import place_of

ID = "TOP031"
SEVERITY = Severity.WARNING
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding per fabric and platform without the service ports asked for."""
    topology, fabrics = design.topology, dict(design.intent.fabrics.present())
    seen: set[tuple[str, str]] = set()
    for device in topology.devices if topology is not None else ():
        fabric, platform = fabrics.get(device.fabric), device.platform
        if fabric is None or platform is None or (device.fabric, platform) in seen:
            continue
        own = {1: fabric.leaf, 2: fabric.spine, 3: fabric.super_spine}.get(device.tier)
        asked = any(item is not None and item.service_ports for item in (own, fabric.switch))
        if not asked or any(cage.service for cage in design.catalogue.platforms[platform].cages):
            continue
        seen.add((device.fabric, platform))
        yield Finding(
            message=f"{platform} has no service ports to bring up in {device.fabric}",
            hint="leave service_ports out, or choose a platform that has some",
            place=place_of(design, device.name),
        )
