"""The address and routing rows of one device."""

from collections.abc import Iterable, Mapping, Sequence

from fabricgen.model.addressing import AddressPlan, SubInterface
from fabricgen.model.routing import (
    BgpSession,
    DeviceRouting,
    FineGrained,
    PeerGroup,
    RouteMapRow,
    StaticRoute,
)
from fabricgen.render.routing_context import (
    AddressRow,
    BfdRow,
    BgpRows,
    FamilyRow,
    FineGrainedRows,
    FrameworkRows,
    GroupRow,
    LocatorRow,
    PrefixSetRow,
    RouteRow,
    SessionRow,
    SetRow,
    StatementRow,
    SubRow,
)

# Releases whose model lacks ``advertise`` in the form of a static route with a VRF.
_NO_VRF_ADVERTISE = frozenset({"202405", "202411"})
_VRF = "default"
LOCATOR = "fabric"  # the name of every switch's locator


def loopback_keys(addresses: AddressPlan, name: str) -> tuple[str, ...]:
    """Return the loopback rows of a device with addresses, IPv4 first, a VTEP last; empty if it has none."""
    found = []
    for known, length in ((addresses.loopbacks, "/32"), (addresses.loopbacks6, "/128")):
        address = known.get(name)
        if address is not None:
            found.append(f"Loopback0|{address}{'' if '/' in address else length}")
    if name in addresses.vteps:
        found.append(f"Loopback1|{addresses.vteps[name]}/32")
    return tuple(found)


def address_rows(
    by_port: Mapping[str, list[str]], bare: frozenset[str], vrfs: Mapping[str, str]
) -> tuple[AddressRow, ...]:
    """Return the rows of INTERFACE.

    Args:
        by_port: Addresses with their lengths, by port; empty for a port without any.
        bare: The ports that peer by link-local address.
        vrfs: The VRFs of the ports that are in one.
    """
    rows = []
    for port, addresses in by_port.items():
        rows.append(AddressRow(key=port, link_local=port in bare, vrf=vrfs.get(port)))
        rows.extend(AddressRow(key=f"{port}|{address}") for address in addresses)
    return tuple(rows)


def sub_rows(
    by_port: Mapping[str, Sequence[SubInterface]],
) -> tuple[SubRow, ...]:
    """Return the sub-interfaces of a device, by port."""
    return tuple(
        SubRow(
            name=f"{port}.{one.vlan_id}",
            vlan_id=str(one.vlan_id),
            vrf=one.vrf,
            address_key=f"{port}.{one.vlan_id}|{one.address}",
        )
        for port, listed in by_port.items()
        for one in listed
    )


def bgp_rows(routing: DeviceRouting, asn: int | None) -> BgpRows | None:
    """Return the BGP of a device, None where it routes statically."""
    if not routing.bgp or asn is None:
        return None
    framework = _framework(routing) if routing.policy is not None else None
    prefix = f"{_VRF}|" if framework else ""
    listed = [(prefix, session) for session in routing.sessions]
    listed += [(f"{vrf.name}|", session) for vrf in routing.vrfs for session in vrf.sessions]
    return BgpRows(
        asn=str(asn),
        never_transit=routing.never_transit and framework is None,
        sessions=tuple(_session(before, session) for before, session in listed),
        router_id=None if framework else routing.router_id,
        ipv6="ipv6" in routing.families and framework is None,
        weighted=routing.weighted,
        isolated="true" if routing.isolated else "false",
        framework=framework,
    )


def _session(before: str, session: BgpSession) -> SessionRow:
    return SessionRow(
        key=f"{before}{session.port if session.unnumbered else session.peer_address}",
        asn=str(session.peer_asn),
        name=session.peer_device,
        local_address=session.local_address or None,
        holdtime=str(session.holdtime_s),
        keepalive=str(session.keepalive_s),
        group=session.group or None,
    )


def _framework(routing: DeviceRouting) -> FrameworkRows:
    policy = routing.policy
    assert policy is not None
    instances = [(_VRF, routing.families, routing.networks, routing.groups)]
    instances += [(vrf.name, ("ipv4",), vrf.networks, vrf.groups) for vrf in routing.vrfs]
    return FrameworkRows(
        router_id=routing.router_id or "",
        max_paths=str(routing.max_paths),
        vrfs=tuple(name for name, *_ in instances),
        families=tuple(
            f"{name}|{family}_unicast" for name, served, *_ in instances for family in served
        ),
        networks=tuple(
            f"{name}|{'ipv6' if ':' in prefix else 'ipv4'}_unicast|{prefix}"
            for name, _, networks, _ in instances
            for prefix in networks
        ),
        groups=tuple(_group(name, group) for name, _, _, groups in instances for group in groups),
        communities=_sets(policy.communities.items()),
        as_paths=_sets(policy.as_paths.items()),
        route_maps=tuple(dict.fromkeys(row.name for row in policy.route_maps)),
        statements=tuple(_statement(row) for row in policy.route_maps),
        prefixes=tuple(_prefix_set(*item) for item in policy.prefixes.items()),
        bfd=_bfd(routing),
    )


def _prefix_set(name: str, prefixes: tuple[str, ...]) -> PrefixSetRow:
    """Return a set whose prefixes match exactly, numbered in steps of ten."""
    return PrefixSetRow(
        name=name,
        mode="IPv6" if ":" in prefixes[0] else "IPv4",
        keys=tuple(
            f"{name}|{10 * number}|{prefix}|exact" for number, prefix in enumerate(prefixes, 1)
        ),
    )


def _bfd(routing: DeviceRouting) -> tuple[BfdRow, ...]:
    """Return a row for each session with addresses: remote, interface, VRF and local address."""
    timers = routing.bfd
    if timers is None:
        return ()
    return tuple(
        BfdRow(
            key=f"{session.peer_address}|{session.port}|{_VRF}|{session.local_address}",
            interval=str(timers.interval_ms),
            multiplier=str(timers.multiplier),
        )
        for session in routing.sessions
        if not session.unnumbered
    )


def _sets(items: Iterable[tuple[str, tuple[str, ...]]]) -> tuple[SetRow, ...]:
    return tuple(SetRow(name=name, members=members) for name, members in items)


def _group(vrf: str, group: PeerGroup) -> GroupRow:
    key = f"{vrf}|{group.name}"
    return GroupRow(
        key=key,
        holdtime=str(group.holdtime_s),
        keepalive=str(group.keepalive_s),
        bfd="true" if group.bfd else "false",
        extended_next_hop=group.extended_next_hop,
        families=tuple(
            FamilyRow(
                key=f"{key}|{family}_unicast",
                import_map=group.import_maps[family],
                export_map=group.export_map,
            )
            for family in group.families
        ),
    )


def _statement(row: RouteMapRow) -> StatementRow:
    return StatementRow(
        key=f"{row.name}|{row.sequence}",
        operation="permit" if row.permit else "deny",
        match_community=row.match_community,
        match_as_path=row.match_as_path,
        match_prefixes=row.match_prefixes,
        set_communities=row.set_communities,
        prefer_global=row.prefer_global,
    )


def route_rows(routing: DeviceRouting, release: str, path: str) -> tuple[RouteRow, ...]:
    """Return the static routes of a device.

    Args:
        routing: The device's routing.
        release: SONiC release; old ones lack ``advertise`` in the form with a VRF.
        path: ``frrcfgd`` drops a route whose fields have different numbers of items, and announces
            by network statements only; it gets no ``advertise``.
    """
    if path == "frrcfgd":
        listed = [(_VRF, route) for route in routing.static_routes]
        listed += [(vrf.name, route) for vrf in routing.vrfs for route in vrf.static_routes]
        return tuple(_route(route, vrf, advertise=False) for vrf, route in listed)
    old = release in _NO_VRF_ADVERTISE
    rows = []
    for route in routing.static_routes:
        # Old releases announce every row with a VRF; what must stay at home is written without.
        bare = old and not route.advertise and not route.blackhole
        rows.append(_route(route, "" if bare else _VRF, advertise=bare or not old))
    return tuple(rows)


def _route(route: StaticRoute, vrf: str, *, advertise: bool) -> RouteRow:
    said = "true" if route.advertise else "false"
    return RouteRow(
        key=f"{vrf}|{route.prefix}" if vrf else route.prefix,
        blackhole=route.blackhole,
        next_hops=",".join(route.next_hops),
        ports=",".join(route.ports),
        advertise=said if advertise else None,
    )


def fine_grained_rows(chosen: FineGrained | None) -> FineGrainedRows | None:
    """Return the fine-grained groups of a switch, None where it has none."""
    if chosen is None or not chosen.prefixes:
        return None
    return FineGrainedRows(
        buckets=str(chosen.buckets), paths=str(chosen.paths), prefixes=chosen.prefixes
    )


def locator_row(prefix: str | None) -> LocatorRow | None:
    """Return the SRv6 locator of a switch, None where it has none."""
    if prefix is None:
        return None
    return LocatorRow(prefix=prefix.partition("/")[0], sid_key=f"{LOCATOR}|{prefix}")
