"""BGP sessions, static routes and device types of a design."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.diagnostic import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class BgpSession:
    """One end of an eBGP session over a port."""

    port: str
    local_address: str
    peer_address: str
    peer_device: str
    peer_port: str
    peer_asn: int
    keepalive_s: int
    holdtime_s: int


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
class DeviceRouting:
    """What one device needs to route.

    ``sonic_type`` is the DEVICE_METADATA type, chosen for its effect on graceful restart, allowas-in
    and hash seed. ``never_transit`` asks for the import policy that keeps a dual-homed DPU from
    passing routes on. ``bgp`` is False for static-only devices.
    """

    sonic_type: str
    bgp: bool
    sessions: tuple[BgpSession, ...] = ()
    static_routes: tuple[StaticRoute, ...] = ()
    never_transit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingPlan:
    """Routing of all devices; ``path`` is bgpcfgd or frrcfgd."""

    path: str
    devices: Mapping[str, DeviceRouting]
    problems: tuple[Problem, ...] = ()
