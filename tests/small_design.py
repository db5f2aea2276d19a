"""A small design made by hand from the model's records: a plane of two leaves and a spine, an
out-of-band leaf, and a DPU on two front-end leaves. Tests of rendering, outputs and reports share it."""

from dataclasses import replace
from fractions import Fraction

from fabricgen.model.addressing import (
    AccessVlan,
    AddressPlan,
    InterfaceAddress,
    ManagementAddress,
    PoolUse,
)
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.design import Design
from fabricgen.model.feasibility import SizingVerdict
from fabricgen.model.intent import (
    ComputeGroup,
    FabricIntent,
    FabricsIntent,
    Intent,
    NodeIntent,
    ServicesIntent,
    TacacsIntent,
)
from fabricgen.model.platform import (
    Asic,
    BreakoutMode,
    Cage,
    Hwsku,
    Platform,
    PoolSpec,
    PortSpec,
    ProfileSpec,
    SplitPart,
)
from fabricgen.model.qos import (
    DeviceQos,
    Headroom,
    PortQos,
    QosPlan,
    Term,
    TrafficClass,
    Watchdog,
    Wred,
)
from fabricgen.model.routing import BgpSession, DeviceRouting, RoutingPlan, StaticRoute
from fabricgen.model.tenancy import TenancyPlan, TenantAcl
from fabricgen.model.topology import (
    Device,
    End,
    FabricSize,
    Link,
    LinkKind,
    Port,
    PortUse,
    Role,
    Topology,
)

MODE = "2x400G[200G,100G,50G,40G,25G,10G]"
SERVICE_MODE = "1x25G[10G]"


def switch(cages: int) -> Platform:
    """Return a switch of 800G cages split in two, and one service cage; figures of the SN5600."""
    mode = BreakoutMode(
        name=MODE, parts=(SplitPart(count=2, lanes_each=4, speeds_mbps=(400000,)),), aliases=()
    )
    one = BreakoutMode(
        name=SERVICE_MODE,
        parts=(SplitPart(count=1, lanes_each=1, speeds_mbps=(25000,)),),
        aliases=(),
    )
    front = tuple(
        Cage(
            parent=f"Ethernet{8 * n}",
            lanes=tuple(range(8 * n, 8 * n + 8)),
            indexes=(n + 1,) * 8,
            modes={MODE: mode},
        )
        for n in range(cages)
    )
    number = 8 * cages
    service = Cage(
        parent=f"Ethernet{number}",
        lanes=(number,),
        indexes=(cages + 1,),
        modes={SERVICE_MODE: one},
        service=True,
    )
    spec = PortSpec(
        name=service.parent,
        parent=service.parent,
        lanes=service.lanes,
        alias=f"etp{cages + 1}",
        index=cages + 1,
        speed_mbps=25000,
        subport=0,
        fec=None,
    )
    hwsku = Hwsku(
        name="ACS-SN5600",
        ports=(*(half(cage.parent, 0) for cage in front), spec),
        breakout={
            **{cage.parent: MODE for cage in front},
            service.parent: SERVICE_MODE,
        },
        headroom_rows=(),
        buffers=(),
        lossless=True,
    )
    return Platform(
        id="nvidia-sn5600",
        aliases=("sn5600",),
        product="NVIDIA SN5600",
        platform="x86_64-nvidia_sn5600-r0",
        role="fabric",
        asic=Asic(sonic_type="mellanox", vendor="NVIDIA", family="Spectrum-4", cell_bytes=192),
        default_hwsku="ACS-SN5600",
        cages=(*front, service),
        hwskus={"ACS-SN5600": hwsku},
        source="hand",
    )


def half(parent: str, part: int) -> PortSpec:
    """Return one 400G half of an 800G cage."""
    number = int(parent.removeprefix("Ethernet")) + 4 * part
    index = number // 8 + 1
    return PortSpec(
        name=f"Ethernet{number}",
        parent=parent,
        lanes=tuple(range(number, number + 4)),
        alias=f"etp{index}{'ab'[part]}",
        index=index,
        speed_mbps=400000,
        subport=part + 1,
        fec="rs",
    )


def card() -> Platform:
    """Return a BlueField-3 card: two 200G ports, no breakout."""
    specs = tuple(
        PortSpec(
            name=f"Ethernet{4 * n}",
            parent=f"Ethernet{4 * n}",
            lanes=tuple(range(4 * n, 4 * n + 4)),
            alias=f"etp{n + 1}",
            index=n + 1,
            speed_mbps=200000,
            subport=0,
            fec="rs",
        )
        for n in range(2)
    )
    return Platform(
        id="nvidia-bf3",
        aliases=(),
        product="NVIDIA BlueField-3",
        platform="arm64-nvda_bf-9009d3b600cvaa",
        role="dpu",
        asic=Asic(sonic_type="nvidia-bluefield", vendor="NVIDIA", family="BlueField-3"),
        default_hwsku="Nvidia-9009d3b600CVAA-C1",
        cages=(),
        hwskus={
            "Nvidia-9009d3b600CVAA-C1": Hwsku(
                name="Nvidia-9009d3b600CVAA-C1",
                ports=specs,
                breakout={},
                headroom_rows=(),
                buffers=(),
                lossless=False,
            )
        },
        source="hand",
    )


CLASSES = (
    TrafficClass(
        name="default",
        dscps=tuple(d for d in range(64) if d not in (26, 48)),
        tc=0,
        pg=0,
        queue=0,
        lossless=False,
        weight=40,
    ),
    TrafficClass(name="roce", dscps=(26,), tc=3, pg=3, queue=3, lossless=True, weight=60, ecn=True),
    TrafficClass(name="cnp", dscps=(48,), tc=6, pg=0, queue=6, lossless=False, strict=True),
)
HEADROOM = Headroom(
    platform="nvidia-sn5600",
    hwsku="ACS-SN5600",
    speed_mbps=400000,
    cable_m=30,
    row_cable_m=40,
    size_bytes=303104,
    xon_bytes=19456,
    xoff_bytes=283648,
    threshold=0,
    xon_offset_bytes=None,
    source="table",
    needed_bytes=126352,
    terms=(Term(name="cable", value_bytes=15152, formula="2 * 30 m * 400 Gb/s / 198000 km/s"),),
)
WRED = Wred(
    name="roce_400g",
    speed_mbps=400000,
    kmin_bytes=49152,
    kmax_bytes=196608,
    pmax_pct=20,
    bound_bytes=220000,
    terms=(Term(name="bound", value_bytes=220000, formula="alpha * B / (n * (1 + alpha))"),),
)


def device_qos(ports: tuple[Port, ...]) -> DeviceQos:
    """Return lossless QoS on every used port of a switch."""
    return DeviceQos(
        classes=CLASSES,
        lossless_priorities=(3,),
        pfc_to_pg=True,
        buffers=True,
        buffer_model="traditional",
        pools=(
            PoolSpec(
                name="ingress_lossless_pool", type="ingress", mode="dynamic", size_bytes=52161690
            ),
            PoolSpec(
                name="egress_lossless_pool", type="egress", mode="dynamic", size_bytes=158229504
            ),
            PoolSpec(name="egress_lossy_pool", type="egress", mode="dynamic", size_bytes=52161690),
        ),
        profiles=(
            ProfileSpec(
                name="ingress_lossy_profile",
                pool="ingress_lossless_pool",
                size_bytes=0,
                dynamic_th=3,
            ),
            ProfileSpec(
                name="egress_lossless_profile",
                pool="egress_lossless_pool",
                size_bytes=0,
                dynamic_th=7,
            ),
            ProfileSpec(
                name="egress_lossy_profile",
                pool="egress_lossy_pool",
                size_bytes=9216,
                dynamic_th=7,
            ),
        ),
        headroom=(HEADROOM,),
        wred=(WRED,),
        pg_profiles={"0": "ingress_lossy_profile"},
        queue_profiles={
            "0-2": "egress_lossy_profile",
            "3": "egress_lossless_profile",
            "4-7": "egress_lossy_profile",
        },
        ingress_profile_list=("ingress_lossy_profile",),
        egress_profile_list=("egress_lossless_profile", "egress_lossy_profile"),
        ports=tuple(
            PortQos(
                port=port.spec.name,
                cable_row_m=0 if port.use is PortUse.SPARE else 40,
                lossless_profile=None if port.use is PortUse.SPARE else HEADROOM.profile,
                wred=None if port.use is PortUse.SPARE else WRED.name,
            )
            for port in ports
        ),
        watchdog=Watchdog(poll_ms=400, detection_ms=400, restoration_ms=800),
    )


def card_qos() -> DeviceQos:
    """Return a card's QoS: the switches' maps, no buffers."""
    return replace(
        device_qos(()),
        lossless_priorities=(),
        buffers=False,
        pools=(),
        profiles=(),
        headroom=(),
        wred=(),
        ports=tuple(
            PortQos(port=f"Ethernet{n}", cable_row_m=0, lossless_profile=None, wred=None)
            for n in (0, 4)
        ),
        watchdog=None,
    )


def _switch_ports(device: str, cages: int, uses: tuple[PortUse, ...]) -> tuple[Port, ...]:
    found = []
    for number in range(2 * cages):
        use = uses[number] if number < len(uses) else PortUse.SPARE
        spec = half(f"Ethernet{8 * (number // 2)}", number % 2)
        found.append(Port(device=device, spec=spec, use=use, breakout=MODE, number=number))
    return tuple(found)


def _device(name: str, role: Role, tier: int, index: int, **more: object) -> Device:
    platform = "nvidia-bf3" if role is Role.DPU else "nvidia-sn5600"
    hwsku = {"nvidia-bf3": "Nvidia-9009d3b600CVAA-C1", "nvidia-sn5600": "ACS-SN5600"}[platform]
    fields: dict[str, object] = {"fabric": "backend", "plane": 0, "unit": 0, "rails": ()}
    return Device(
        name=name,
        role=role,
        tier=tier,
        index=index,
        platform=platform,
        hwsku=hwsku,
        **{**fields, **more},  # type: ignore[arg-type]
    )


DEVICES = (
    _device("leaf-p1-su01-r1", Role.LEAF, 1, 0, rails=(0,)),
    _device("leaf-p1-su01-r2", Role.LEAF, 1, 1, rails=(1,)),
    _device("spine-p1-01", Role.SPINE, 2, 0),
    _device("frontend-leaf-01", Role.LEAF, 1, 0, fabric="frontend"),
    _device("frontend-leaf-02", Role.LEAF, 1, 1, fabric="frontend"),
    _device("oob-leaf-01", Role.LEAF, 1, 0, fabric="oob"),
    _device("node-0001-dpu1", Role.DPU, 0, 0, fabric="frontend", node="node-0001"),
)
ASNS = {
    "leaf-p1-su01-r1": 4200001000,
    "leaf-p1-su01-r2": 4200001001,
    "spine-p1-01": 4200000001,
    "frontend-leaf-01": 4200101000,
    "frontend-leaf-02": 4200101001,
    "oob-leaf-01": 4200201000,
    "node-0001-dpu1": 4200300000,
}


def _link(
    kind: LinkKind, upper: str, lower: str, cable_m: int, number: int, **more: object
) -> Link:
    (upper_device, upper_port), (lower_device, lower_port) = upper.split(":"), lower.split(":")
    fields: dict[str, object] = {
        "fabric": "backend",
        "plane": 0,
        "speed_mbps": 400000,
        "rail": None,
        **more,
    }
    return Link(
        kind=kind,
        upper=End(device=upper_device, port=upper_port),
        lower=End(device=lower_device, port=lower_port),
        cable_m=cable_m,
        number=number,
        **fields,  # type: ignore[arg-type]
    )


LINKS = (
    _link(LinkKind.HOST_LEAF, "leaf-p1-su01-r1:Ethernet0", "node-0001:nic1", 3, 0, rail=0),
    _link(LinkKind.HOST_LEAF, "leaf-p1-su01-r1:Ethernet4", "node-0002:nic1", 3, 1, rail=0),
    _link(LinkKind.HOST_LEAF, "leaf-p1-su01-r2:Ethernet0", "node-0001:nic2", 3, 0, rail=1),
    _link(LinkKind.HOST_LEAF, "leaf-p1-su01-r2:Ethernet4", "node-0002:nic2", 3, 1, rail=1),
    _link(LinkKind.LEAF_SPINE, "spine-p1-01:Ethernet0", "leaf-p1-su01-r1:Ethernet8", 30, 0),
    _link(LinkKind.LEAF_SPINE, "spine-p1-01:Ethernet4", "leaf-p1-su01-r1:Ethernet12", 30, 1),
    _link(LinkKind.LEAF_SPINE, "spine-p1-01:Ethernet8", "leaf-p1-su01-r2:Ethernet8", 30, 2),
    _link(LinkKind.LEAF_SPINE, "spine-p1-01:Ethernet12", "leaf-p1-su01-r2:Ethernet12", 30, 3),
    _link(
        LinkKind.DPU_LEAF,
        "frontend-leaf-01:Ethernet0",
        "node-0001-dpu1:Ethernet0",
        3,
        0,
        fabric="frontend",
        speed_mbps=200000,
    ),
    _link(
        LinkKind.DPU_LEAF,
        "frontend-leaf-02:Ethernet0",
        "node-0001-dpu1:Ethernet4",
        3,
        1,
        fabric="frontend",
        speed_mbps=200000,
    ),
    _link(
        LinkKind.OOB,
        "oob-leaf-01:Ethernet0",
        "spine-p1-01:eth0",
        10,
        0,
        fabric="oob",
        speed_mbps=1000,
    ),
)

_H, _U, _D, _A = PortUse.HOST, PortUse.UP, PortUse.DOWN, PortUse.ACCESS


def _ports() -> dict[str, tuple[Port, ...]]:
    return {
        "leaf-p1-su01-r1": _switch_ports("leaf-p1-su01-r1", 3, (_H, _H, _U, _U)),
        "leaf-p1-su01-r2": _switch_ports("leaf-p1-su01-r2", 3, (_H, _H, _U, _U)),
        "spine-p1-01": _switch_ports("spine-p1-01", 3, (_D, _D, _D, _D)),
        "frontend-leaf-01": _switch_ports("frontend-leaf-01", 3, (_H,)),
        "frontend-leaf-02": _switch_ports("frontend-leaf-02", 3, (_H,)),
        "oob-leaf-01": _switch_ports("oob-leaf-01", 3, (_A, _A)),
        "node-0001-dpu1": tuple(
            Port(device="node-0001-dpu1", spec=spec, use=_U, breakout=None, number=n)
            for n, spec in enumerate(card().hwskus["Nvidia-9009d3b600CVAA-C1"].ports)
        ),
    }


def _addresses() -> AddressPlan:
    interfaces: dict[tuple[str, str], InterfaceAddress] = {}
    fabric, host = 0, 0
    for link in LINKS:
        if link.kind is LinkKind.OOB:
            continue
        if link.kind is LinkKind.LEAF_SPINE:
            head, number, fabric = "10.64.0", fabric, fabric + 2
        else:
            head, number, host = f"10.0.{host // 4}", host % 4 * 1, host + 2
            number = (host - 2) % 4
        for end, step in ((link.upper, 0), (link.lower, 1)):
            interfaces[end.device, end.port] = InterfaceAddress(
                address=f"{head}.{number + step}", length=31
            )
    return AddressPlan(
        asns=ASNS,
        loopbacks={name: f"10.255.0.{n}" for n, name in enumerate(ASNS, start=1)},
        interfaces=interfaces,
        host_prefixes={
            "leaf-p1-su01-r1": ("10.0.0.0/24",),
            "leaf-p1-su01-r2": ("10.0.1.0/24",),
        },
        management={
            "spine-p1-01": ManagementAddress(
                address=InterfaceAddress(address="10.50.0.2", length=24), gateway="10.50.0.1"
            )
        },
        access_vlans={
            "oob-leaf-01": AccessVlan(
                vlan_id=2,
                gateway=InterfaceAddress(address="10.50.0.1", length=24),
                members=("Ethernet0", "Ethernet4"),
            )
        },
        pools=(
            PoolUse(
                pool="links",
                prefix="10.64.0.0/10",
                slice="10.64.0.0/14",
                capacity=131072,
                needed=4,
                unit="/31 links",
            ),
        ),
    )


def _routing(addresses: AddressPlan) -> RoutingPlan:
    sessions: dict[str, list[BgpSession]] = {name: [] for name in ASNS}
    for link in LINKS:
        if link.kind not in (LinkKind.LEAF_SPINE, LinkKind.DPU_LEAF):
            continue
        for own, far in ((link.upper, link.lower), (link.lower, link.upper)):
            sessions[own.device].append(
                BgpSession(
                    port=own.port,
                    local_address=addresses.interfaces[own.device, own.port].address,
                    peer_address=addresses.interfaces[far.device, far.port].address,
                    peer_device=far.device,
                    peer_port=far.port,
                    peer_asn=ASNS[far.device],
                    keepalive_s=3,
                    holdtime_s=10,
                )
            )
    return RoutingPlan(
        path="bgpcfgd",
        devices={
            name: DeviceRouting(
                sonic_type="SonicHost"
                if "dpu" in name
                else "SpineRouter"
                if "spine" in name
                else "LeafRouter",
                bgp=True,
                sessions=tuple(sessions[name]),
                static_routes=tuple(
                    StaticRoute(prefix=prefix, blackhole=True, advertise=True)
                    for prefix in addresses.host_prefixes.get(name, ())
                ),
                never_transit="dpu" in name,
            )
            for name in ASNS
        },
    )


def intent() -> Intent:
    """Return the intent of the small design."""
    return Intent(
        fabricgen=1,
        name="small",
        compute=(ComputeGroup(nodes=2, node=NodeIntent(gpus=2, nics=2, nic_speed=400000)),),
        fabrics=FabricsIntent(backend=FabricIntent(), frontend=FabricIntent(), oob=FabricIntent()),
        services=ServicesIntent(
            ntp=("10.50.0.10",),
            dns=("10.50.0.11",),
            syslog=("10.50.0.12",),
            tacacs=TacacsIntent(servers=("10.50.0.13", "10.50.0.14"), secret="${TACACS_SECRET}"),
            telemetry="gnmi",
        ),
    )


SIZE = FabricSize(
    name="backend",
    topology="rail-optimized",
    planes=1,
    tiers=2,
    gpu_count=4,
    node_count=2,
    units=1,
    units_planned=1,
    nodes_per_unit=2,
    leaf_count=2,
    spine_count=1,
    super_spine_count=0,
    host_link_count=4,
    leaf_spine_link_count=4,
    spine_super_spine_link_count=0,
    cable_count={"host-leaf": 4, "leaf-spine": 2},
    oversubscription={"leaf": Fraction(16, 15)},
    ecmp_width={"same_leaf": 1, "same_pod": 2, "other_pod": 2},
    bisection_mbps=800000,
    injection_mbps=1600000,
    max_switch_hops=3,
    reasons=("4 GPUs need 2 leaves of 4 ports at 400 Gb/s",),
)


def small_design() -> Design:
    """Return the small design: seven devices; two nodes appear as link ends only."""
    ports, addresses = _ports(), _addresses()
    qos = {name: device_qos(ports[name]) for name in ports if name.startswith(("leaf", "spine"))}
    qos["node-0001-dpu1"] = card_qos()
    return Design(
        intent=intent(),
        catalogue=Catalogue(
            platforms={"nvidia-sn5600": switch(3), "nvidia-bf3": card()}, nodes={}, models={}
        ),
        sizing=SizingVerdict(
            network="two-tier", planes=1, gpus=4, reasons=("4 GPUs exceed one scale-up domain",)
        ),
        topology=Topology(devices=DEVICES, ports=ports, links=LINKS, sizes={"backend": SIZE}),
        addresses=addresses,
        routing=_routing(addresses),
        qos=QosPlan(devices=qos),
        tenancy=TenancyPlan(
            acls={
                "leaf-p1-su01-r1": (
                    TenantAcl(
                        tenant="red",
                        table="TENANT_RED",
                        ports=("Ethernet0",),
                        permitted=("10.0.0.0/31", "10.0.1.0/31"),
                    ),
                )
            }
        ),
    )


def wide_leaf(cages: int = 64) -> Design:
    """Return a design of one leaf with all ports up, 2 * cages and a service port."""
    name = "leaf-p1-su01-r1"
    ports = _switch_ports(name, cages, (_H,) * cages + (_U,) * cages)
    sessions = tuple(
        BgpSession(
            port=port.spec.name,
            local_address=f"10.64.{n // 100}.{n % 100 * 2 + 1}",
            peer_address=f"10.64.{n // 100}.{n % 100 * 2}",
            peer_device=f"spine-p1-{n + 1:02}",
            peer_port="Ethernet0",
            peer_asn=4200000001,
            keepalive_s=3,
            holdtime_s=10,
        )
        for n, port in enumerate(ports[cages:])
    )
    interfaces = {
        (name, port.spec.name): InterfaceAddress(
            address=f"10.{64 if n >= cages else 0}.{n // 100}.{n % 100 * 2 + 1}", length=31
        )
        for n, port in enumerate(ports)
    }
    links = tuple(
        _link(LinkKind.HOST_LEAF, f"{name}:{port.spec.name}", f"node-{n + 1:04}:nic1", 3, n, rail=0)
        for n, port in enumerate(ports)
    )
    return replace(
        small_design(),
        catalogue=Catalogue(platforms={"nvidia-sn5600": switch(cages)}, nodes={}, models={}),
        topology=Topology(devices=DEVICES[:1], ports={name: ports}, links=links, sizes={}),
        addresses=replace(_addresses(), interfaces=interfaces),
        routing=RoutingPlan(
            path="bgpcfgd",
            devices={name: DeviceRouting(sonic_type="LeafRouter", bgp=True, sessions=sessions)},
        ),
        qos=QosPlan(devices={name: device_qos(ports)}),
        tenancy=None,
    )
