"""BGP sessions, static routes and device types of a design."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fabricgen.model.diagnostic import Problem
from fabricgen.model.topology import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class BgpSession:
    """One end of an eBGP session over a port.

    ``group`` is the peer group of the management framework, empty on the template path. An
    ``unnumbered`` session runs between link-local addresses; its two addresses are empty.
    """

    port: str
    local_address: str
    peer_address: str
    peer_device: str
    peer_port: str
    peer_asn: int
    keepalive_s: int
    holdtime_s: int
    group: str = ""
    unnumbered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerGroup:
    """Neighbours of one direction: what they share on the management-framework path.

    ``families`` are ``ipv4`` and ``ipv6``, the ones the sessions carry; ``import_maps`` and
    ``export_map`` name route maps of the device's policy, the first by family.
    """

    name: str
    families: tuple[str, ...]
    import_maps: Mapping[str, str]
    export_map: str
    keepalive_s: int
    holdtime_s: int
    bfd: bool
    extended_next_hop: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteMapRow:
    """One statement of a route map; what is None or empty neither matches nor sets anything."""

    name: str
    sequence: int
    permit: bool
    match_community: str | None = None
    match_as_path: str | None = None
    match_prefixes: str | None = None
    set_communities: tuple[str, ...] = ()
    prefer_global: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingPolicy:
    """The policy that keeps a device from making a valley, written out.

    ``communities``, ``as_paths`` and ``prefixes`` map the name of a set to its members; the prefixes
    of a set are of one address family, and match exactly.
    """

    communities: Mapping[str, tuple[str, ...]]
    as_paths: Mapping[str, tuple[str, ...]]
    route_maps: tuple[RouteMapRow, ...]
    prefixes: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchHash:
    """What a switch hashes for ECMP; empty or None leaves it to the platform."""

    fields: tuple[str, ...] = ()
    algorithm: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticRoute:
    """A static route; either ``blackhole`` (an aggregate of own hosts) or towards next hops.

    ``next_hops`` and ``ports`` have equal length. ``advertise`` says whether BGP announces it.
    """

    prefix: str
    blackhole: bool = False
    next_hops: tuple[str, ...] = ()
    ports: tuple[str, ...] = ()
    advertise: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptiveRouting:
    """Adaptive routing of a switch: how flows are moved, and over which ports."""

    assign_mode: str
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BfdTimers:
    """Timers of the BFD sessions of a device: interval in ms, packets that may be lost."""

    interval_ms: int
    multiplier: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FineGrained:
    """Fine-grained next-hop groups: ``prefixes`` keep their flows when a path comes or goes.

    Each prefix has ``buckets`` hash buckets, spread over at most ``paths`` next hops.
    """

    buckets: int
    paths: int
    prefixes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trimming:
    """Packet trimming: packets of ``classes`` are cut to ``size_bytes`` and go on as class ``into``."""

    classes: tuple[str, ...]
    into: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VrfRouting:
    """The BGP instance of one VRF on the management-framework path; its sessions run over sub-interfaces."""

    name: str
    sessions: tuple[BgpSession, ...]
    static_routes: tuple[StaticRoute, ...]
    groups: tuple[PeerGroup, ...]
    networks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRouting:
    """What one device needs to route.

    ``sonic_type`` is the DEVICE_METADATA type, chosen for its effect on graceful restart, allowas-in
    and hash seed. ``never_transit`` asks for the import policy that keeps a dual-homed DPU from
    passing routes on. ``bgp`` is False for static-only devices.

    On the management-framework path ``groups`` and ``policy`` hold the peer groups and what binds
    them, ``networks`` the prefixes the device itself announces, and ``max_paths`` the widest ECMP.
    ``router_id`` is written where the path does not find it by itself. ``weighted`` asks for
    next hops weighted by the paths behind them. An ``isolated`` device announces its loopbacks alone.
    ``locator`` is its SRv6 uSID prefix with length, and ``bfd`` the timers of the extension. ``vrfs`` are the
    instances of tenants' VRFs.
    """

    sonic_type: str
    bgp: bool
    sessions: tuple[BgpSession, ...] = ()
    static_routes: tuple[StaticRoute, ...] = ()
    never_transit: bool = False
    router_id: str | None = None
    families: tuple[str, ...] = ("ipv4",)
    groups: tuple[PeerGroup, ...] = ()
    policy: RoutingPolicy | None = None
    networks: tuple[str, ...] = ()
    max_paths: int | None = None
    hash: SwitchHash | None = None
    weighted: bool = False
    adaptive: AdaptiveRouting | None = None
    isolated: bool = False
    bfd: BfdTimers | None = None
    fine_grained: FineGrained | None = None
    trimming: Trimming | None = None
    locator: str | None = None
    vrfs: tuple[VrfRouting, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HashRepeat:
    """Two neighbouring tiers that hash alike: what comes over one link, the second sends over ``used`` of ``links``.

    ``spread`` of them carry what comes over all parallel links of two switches. ``tier`` says which links: of spines ``up`` or ``down``, of super-spines ``top_down``.
    """

    fabric: str
    first: Role
    second: Role
    tier: str
    used: int
    spread: int
    links: int
    seed: int
    algorithm: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingPlan:
    """Routing of all devices; ``path`` is bgpcfgd or frrcfgd. ``repeats`` are tiers that hash alike."""

    path: str
    devices: Mapping[str, DeviceRouting]
    repeats: tuple[HashRepeat, ...] = ()
    problems: tuple[Problem, ...] = ()
