"""What a template sees: one device, everything already computed and spelt as text.

Keys are ready CONFIG_DB keys (``Ethernet0|3-4``). A field that may be None is left out of its row by the template.
"""

from dataclasses import dataclass

from fabricgen.model.routing import AdaptiveRouting, SwitchHash
from fabricgen.render.routing_context import (
    AddressRow,
    BgpRows,
    FineGrainedRows,
    LocatorRow,
    RouteRow,
    SubRow,
    TrimRow,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PortRow:
    """A row of PORT; ``speed`` in Mb/s, ``mtu`` in bytes, ``lanes`` joined by commas.

    ``index`` and ``subport`` are None where the HwSKU's own table has no such column.
    """

    name: str
    lanes: str
    alias: str
    index: str | None
    speed: str
    subport: str | None
    mtu: str
    admin_status: str
    description: str
    fec: str | None
    autoneg: str | None
    role: str | None
    pfc_asym: str | None = None
    link_training: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One key and one value: an entry of a map, a breakout mode, a profile of a port."""

    key: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighborRow:
    """What a port is cabled to."""

    port: str
    name: str
    peer_port: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerRow:
    """A neighbouring switch or DPU."""

    name: str
    hwsku: str
    type: str
    loopback: str | None
    management: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VlanRow:
    """The access VLAN of an out-of-band leaf; keys of its gateway and its members."""

    name: str
    vlan_id: str
    gateway_key: str
    member_keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagementRow:
    """eth0: ``key`` is ``eth0|address/length``."""

    key: str
    address: str
    gateway: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulerRow:
    """A scheduler; ``weight`` is None on a strict one, ``rate`` in bytes a second where it is shaped."""

    name: str
    type: str
    weight: str | None
    rate: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRow:
    """A queue of a port."""

    key: str
    scheduler: str | None
    wred: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WredRow:
    """An ECN profile; thresholds in bytes, ``pmax`` in percent."""

    name: str
    kmin: str
    kmax: str
    pmax: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolRow:
    """A buffer pool; sizes in bytes."""

    name: str
    type: str
    mode: str
    size: str | None
    xoff: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRow:
    """A buffer profile; sizes in bytes. Exactly one threshold is set."""

    name: str
    pool: str
    size: str
    dynamic_th: str | None = None
    static_th: str | None = None
    xon: str | None = None
    xoff: str | None = None
    xon_offset: str | None = None
    discard: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PortQosRow:
    """How a port takes part in QoS."""

    port: str
    lossless: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchdogRows:
    """PFC watchdog: times in milliseconds and the ports it guards."""

    poll: str
    detection: str
    restoration: str
    action: str
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QosRows:
    """The maps, queues, ECN and watchdog of a device.

    ``pfc`` is the list of lossless priorities joined by commas, empty without any.
    """

    map_name: str
    dscp_to_tc: tuple[Entry, ...]
    tc_to_queue: tuple[Entry, ...]
    tc_to_pg: tuple[Entry, ...]
    pfc_to_queue: tuple[Entry, ...]
    pfc_to_pg: tuple[Entry, ...]
    pfc: str
    ports: tuple[PortQosRow, ...]
    schedulers: tuple[SchedulerRow, ...]
    queues: tuple[QueueRow, ...]
    wred: tuple[WredRow, ...]
    watchdog: WatchdogRows | None
    dot1p_to_tc: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BufferRows:
    """Buffers of a device; profile lists are joined by commas, cables are CABLE_LENGTH entries.

    ``defaults`` and ``traffic`` are the fields of the two tables the dynamic buffer model reads.
    """

    model: str
    ports: tuple[str, ...]
    cables: tuple[Entry, ...]
    pools: tuple[PoolRow, ...]
    profiles: tuple[ProfileRow, ...]
    pg_profiles: tuple[Entry, ...]
    queue_profiles: tuple[Entry, ...]
    ingress_list: str
    egress_list: str
    defaults: tuple[Entry, ...] = ()
    traffic: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AclRuleRow:
    """A rule: what has all of ``matches`` gets ``action``."""

    key: str
    priority: str
    matches: tuple[Entry, ...]
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AclRow:
    """An ACL: of a tenant on ``ports``, or of the switch's own ``services`` (type CTRLPLANE)."""

    name: str
    type: str
    description: str
    ports: tuple[str, ...]
    services: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SyslogRow:
    """A syslog server; ``source`` is the management address where it is of the same family."""

    server: str
    source: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceRows:
    """Services. ``secret`` is the reference to the TACACS+ key, never the key itself.

    ``vrf`` is the one that eth0 is in: ``default`` or ``mgmt``.
    """

    ntp: tuple[str, ...]
    dns: tuple[str, ...]
    syslog: tuple[SyslogRow, ...]
    tacacs: tuple[Entry, ...]
    secret: str | None
    gnmi: bool
    vrf: str = "default"
    in_vrf: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceContext:
    """One switch or DPU. A part it does not have is None, rows it does not have are empty.

    ``loopback_keys`` are ``Loopback0|address/length``, with ``vtep`` also that of Loopback1; ``loopback_as_128`` keeps the template manager
    from announcing the /64 around an IPv6 one. ``buffers`` is None where SONiC does not manage them.
    ``framework`` says whether the management framework routes, and not the template manager;
    ``suppress_fib`` says whether BGP waits for the ASIC before it announces a route.
    """

    name: str
    hwsku: str
    platform: str
    type: str
    is_dpu: bool
    suppress_fib: bool
    framework: bool
    loopback_keys: tuple[str, ...]
    loopback_as_128: bool
    vtep: bool
    ports: tuple[PortRow, ...]
    breakouts: tuple[Entry, ...]
    addresses: tuple[AddressRow, ...]
    vrfs: tuple[str, ...]
    sub_interfaces: tuple[SubRow, ...]
    bgp: BgpRows | None
    routes: tuple[RouteRow, ...]
    hash: SwitchHash | None
    adaptive: AdaptiveRouting | None
    fine_grained: FineGrainedRows | None
    locator: LocatorRow | None
    trimming: TrimRow | None
    neighbors: tuple[NeighborRow, ...]
    peers: tuple[PeerRow, ...]
    vlan: VlanRow | None
    management: ManagementRow | None
    qos: QosRows | None
    buffers: BufferRows | None
    acls: tuple[AclRow, ...]
    acl_rules: tuple[AclRuleRow, ...]
    services: ServiceRows
