"""Devices of one shape: equal platform, ports and cables, hence equal QoS."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.intent import FabricIntent, Intent
from fabricgen.model.platform import Hwsku, Platform
from fabricgen.model.topology import Device, LinkKind, Port, PortUse, Role, Topology

BOUNDARY = {
    LinkKind.HOST_LEAF: "host_leaf",
    LinkKind.DPU_LEAF: "host_leaf",
    LinkKind.LEAF_LEAF: "leaf_spine",
    LinkKind.LEAF_SPINE: "leaf_spine",
    LinkKind.SPINE_SUPER_SPINE: "spine_super_spine",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapePort:
    """A port: ``cable_m`` and ``boundary`` (key of ``cables``) are None while it has no cable."""

    name: str
    speed_mbps: int
    lanes: int
    cable_m: int | None
    boundary: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What decides the QoS of a device."""

    platform: str
    hwsku: str
    fabric: str
    role: Role
    ports: tuple[ShapePort, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """The facts behind a shape."""

    platform: Platform
    hwsku: Hwsku
    intent: Intent

    @property
    def where(self) -> str:
        """The platform and HwSKU as messages name them."""
        return f"{self.platform.id} ({self.hwsku.name})"

    @property
    def service_ports(self) -> int:
        """Small management and in-band ports of the box."""
        return sum(1 for cage in self.platform.cages if cage.service)


def cables(topology: Topology) -> Mapping[tuple[str, str], tuple[int, str | None]]:
    """Return cable length and boundary by device and port, for both ends of every link."""
    found: dict[tuple[str, str], tuple[int, str | None]] = {}
    for link in (*topology.links, *topology.planned):
        for end in (link.upper, link.lower):
            found[end.device, end.port] = (link.cable_m, BOUNDARY.get(link.kind))
    return found


def shape(
    device: Device,
    ports: tuple[Port, ...],
    lengths: Mapping[tuple[str, str], tuple[int, str | None]],
) -> Shape:
    """Return the shape of a switch or DPU."""

    def seen(port: Port) -> ShapePort:
        used = port.use not in (PortUse.SPARE, PortUse.ACCESS)
        cable = lengths.get((device.name, port.spec.name)) if used else None
        return ShapePort(
            name=port.spec.name,
            speed_mbps=port.spec.speed_mbps,
            lanes=len(port.spec.lanes),
            cable_m=cable[0] if cable else None,
            boundary=cable[1] if cable else None,
        )

    return Shape(
        platform=device.platform or "",
        hwsku=device.hwsku or "",
        fabric=device.fabric,
        role=device.role,
        ports=tuple(seen(port) for port in ports),
    )


def fabric_intent(intent: Intent, fabric: str) -> FabricIntent | None:
    """Return the intent of a fabric by name, None when it is not built."""
    return dict(intent.fabrics.present()).get(fabric)


def needs_pause(intent: Intent, fabric: str) -> bool:
    """Whether a fabric is lossless: the back-end, and storage when it speaks NVMe over RDMA.

    The front-end is not: its nodes and DPUs share it with traffic that nobody marks, so the classes
    keep their queues there but nothing is paused.
    """
    return bool(intent.qos.lossless) and carries_rdma(intent, fabric)


def carries_rdma(intent: Intent, fabric: str) -> bool:
    """Whether RDMA crosses a fabric: the back-end, and storage when it speaks NVMe over RDMA."""
    wanted = fabric_intent(intent, fabric)
    if fabric == "storage":
        return wanted is not None and wanted.protocol == "nvme-rdma"
    return fabric == "backend"


def switch_path(intent: Intent, fabric: str, role: Role) -> tuple[str, ...]:
    """Return the intent path that chose the platform of a tier."""
    wanted = fabric_intent(intent, fabric)
    tier = role.value.replace("-", "_")
    if wanted is not None and getattr(wanted, tier, None) is not None:
        return ("fabrics", fabric, tier)
    return ("fabrics", fabric, "switch")
