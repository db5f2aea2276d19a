"""Small inputs for the tests of the QoS room: platforms of public facts, topologies of one device."""

from collections.abc import Iterable
from typing import Any

from fabricgen.catalogue import load
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.intent import (
    ComputeGroup,
    FabricIntent,
    FabricsIntent,
    Intent,
    QosIntent,
    SwitchIntent,
)
from fabricgen.model.platform import Asic, HeadroomInputs, Platform, PortSpec
from fabricgen.model.topology import (
    Device,
    End,
    Link,
    LinkKind,
    Port,
    PortUse,
    Role,
    Topology,
)


def asic(
    cell: int = 192, family: str = "Spectrum-4", latency: float = 19, most: int = 8192
) -> Asic:
    return Asic(
        sonic_type="mellanox",
        vendor="NVIDIA",
        family=family,
        cell_bytes=cell,
        buffer_bytes=158_229_504,
        buffer_is_pool=True,
        headroom_inputs=HeadroomInputs(
            pipeline_latency_kib=latency,
            mac_phy_delay_kib=0.8,
            peer_response_kib=3.8,
            port_reserved_cells=20,
            port_max_cells=most,
        ),
    )


def platform(name: str) -> Platform:
    """Return a platform of the committed catalogue."""
    return load().platforms[name]


def intent(switch: str = "nvidia-sn5600", qos: QosIntent | None = None, **fabrics: Any) -> Intent:
    chosen = fabrics or {"backend": FabricIntent(switch=SwitchIntent(platform=switch))}
    return Intent(
        fabricgen=1,
        name="test",
        compute=(ComputeGroup(nodes=16, node="nvidia-dgx-h100"),),
        fabrics=FabricsIntent(**chosen),
        qos=qos or QosIntent(),
    )


def box(
    switch: Platform,
    ports: Iterable[tuple[int, int, int | None]],
    *,
    hwsku: str | None = None,
    fabric: str = "backend",
    role: Role = Role.LEAF,
) -> Topology:
    """Return a topology of one switch; a port is (speed, lanes, cable or None for a spare)."""
    name, built, links, lane = "leaf", [], [], 0
    for number, (speed, lanes, cable) in enumerate(ports):
        spec = PortSpec(
            name=f"Ethernet{lane}",
            parent=f"Ethernet{lane}",
            lanes=tuple(range(lane, lane + lanes)),
            alias=f"etp{number}",
            index=number,
            speed_mbps=speed,
            subport=0,
            fec=None,
        )
        lane += lanes
        use = PortUse.SPARE if cable is None else PortUse.HOST
        built.append(Port(device=name, spec=spec, use=use, breakout=None, number=number))
        if cable is not None:
            links.append(
                Link(
                    fabric=fabric,
                    plane=0,
                    kind=LinkKind.HOST_LEAF,
                    upper=End(device=name, port=spec.name),
                    lower=End(device=f"node-{number}", port="nic1"),
                    speed_mbps=speed,
                    cable_m=cable,
                    number=number,
                )
            )
    device = Device(
        name=name,
        role=role,
        fabric=fabric,
        tier=1,
        plane=0,
        unit=0,
        index=0,
        platform=switch.id,
        hwsku=hwsku or switch.default_hwsku,
    )
    return Topology(devices=(device,), ports={name: tuple(built)}, links=tuple(links), sizes={})


def catalogue_of(*platforms: Platform) -> Catalogue:
    return Catalogue(platforms={p.id: p for p in platforms}, nodes={}, models={})
