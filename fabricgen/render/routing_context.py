"""What a template sees of a device's addresses and routing, spelt as text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressRow:
    """A row of a routed port: the bare port, or ``port|address/length``.

    ``link_local`` marks the bare row of a port that peers by link-local address.
    """

    key: str
    link_local: bool = False
    vrf: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """One end of a BGP session; times in seconds.

    ``group`` is None on the template path, ``local_address`` on a session without addresses.
    """

    key: str
    asn: str
    name: str
    local_address: str | None
    holdtime: str
    keepalive: str
    group: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyRow:
    """An address family of a peer group and the route maps bound to it."""

    key: str
    import_map: str
    export_map: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRow:
    """A peer group; times in seconds."""

    key: str
    holdtime: str
    keepalive: str
    bfd: str
    extended_next_hop: bool
    families: tuple[FamilyRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRow:
    """A community or AS-path set."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRow:
    """A statement of a route map; None and empty are left out."""

    key: str
    operation: str
    match_community: str | None
    match_as_path: str | None
    match_prefixes: str | None
    set_communities: tuple[str, ...]
    prefer_global: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixSetRow:
    """A set of prefixes of one family: ``keys`` are the rows of PREFIX."""

    name: str
    mode: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BfdRow:
    """A single-hop BFD session; for the template set ``bfd`` only. Interval in ms."""

    key: str
    interval: str
    multiplier: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubRow:
    """A sub-interface of a port; ``address_key`` is its name, and the address with its length."""

    name: str
    vlan_id: str
    vrf: str
    address_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameworkRows:
    """BGP of the management framework; keys begin with the VRF."""

    router_id: str
    max_paths: str
    vrfs: tuple[str, ...]
    families: tuple[str, ...]
    networks: tuple[str, ...]
    groups: tuple[GroupRow, ...]
    communities: tuple[SetRow, ...]
    as_paths: tuple[SetRow, ...]
    route_maps: tuple[str, ...]
    statements: tuple[StatementRow, ...]
    prefixes: tuple[PrefixSetRow, ...] = ()
    bfd: tuple[BfdRow, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BgpRows:
    """BGP of a device; ``never_transit`` keeps what it learns from being passed on.

    ``framework`` is None on the template path, where ``router_id`` is None unless SONiC would find
    none, ``ipv6`` says whether the device speaks IPv6, ``weighted`` asks for weighted next hops, and
    ``isolated`` is ``true`` on a device that is taken out of traffic.
    """

    asn: str
    never_transit: bool
    sessions: tuple[SessionRow, ...]
    router_id: str | None = None
    ipv6: bool = False
    weighted: bool = False
    isolated: str = "false"
    framework: FrameworkRows | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteRow:
    """A static route; ``next_hops`` and ``ports`` are joined by commas, empty for a blackhole.

    ``advertise`` is None where the path or release has no such field in this form of the row.
    """

    key: str
    blackhole: bool
    next_hops: str
    ports: str
    advertise: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FineGrainedRows:
    """A fine-grained next-hop group and the prefixes that have one."""

    buckets: str
    paths: str
    prefixes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatorRow:
    """An SRv6 locator: its prefix without length, and the key of its uN."""

    prefix: str
    sid_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrimRow:
    """What becomes of a packet that a full queue cuts; size in bytes."""

    size: str
    dscp: str
    queue: str
