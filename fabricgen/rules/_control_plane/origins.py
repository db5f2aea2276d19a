"""What each device brings into BGP, and what it holds in its own table besides."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.rules._control_plane.bring_up import on, port_up
from fabricgen.rules._control_plane.policy import Route, route_map, texts
from fabricgen.rules._control_plane.prefix_list import Prefix, parse_prefix
from fabricgen.rules._fabric import Ip, Owned, addresses, ip, once
from fabricgen.rules._fabric_sessions import by_framework, own_asn

_INCOMPLETE = 2
_WORDS = {4: "ipv4", 6: "ipv6"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Origination:
    """A prefix a device originates, with the row that says so.

    ``needs`` is set for an aggregate: it exists while the device knows a prefix inside it.
    """

    device: str
    prefix: Prefix
    route: Route
    table: str
    key: str | None
    needs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalTable:
    """What a device knows without BGP: connected subnets, and static routes by prefix.

    A static route is True where it drops (blackhole), False where it forwards; ``hops`` are the next
    hops of the latter.
    """

    connected: frozenset[Prefix]
    statics: Mapping[Prefix, bool]
    hops: Mapping[Prefix, tuple[Ip, ...]]
    summaries: tuple[Prefix, ...]


def prefix_of(one: Owned) -> Prefix:
    """Return the subnet of an address row."""
    version, first, length = one.network
    return Prefix(version=version, first=first, length=length)


def _connected(fabric: FabricFiles, config: ConfigDb) -> Iterator[tuple[Owned, Prefix]]:
    for one in addresses(fabric)[config.device]:
        if not one.vrf and port_up(config, one.interface):
            yield one, prefix_of(one)


def _statics(fabric: FabricFiles, config: ConfigDb) -> Iterator[tuple[str, Prefix, bool]]:
    """Yield key, prefix and whether it drops, of the static routes that become active."""
    near = [prefix for _, prefix in _connected(fabric, config)]
    for key, row in config.rows("STATIC_ROUTE").items():
        vrf, bar, text = key.partition("|")
        prefix = parse_prefix(text if bar else key)
        if (bar and vrf != "default") or prefix is None:
            continue
        flags = str(row.get("blackhole", "")).lower().split(",")
        if "true" in flags:
            yield key, prefix, True
        elif any(_usable(near, one) for one in texts(row.get("nexthop"))) or any(
            port_up(config, one) for one in texts(row.get("ifname")) if not row.get("nexthop")
        ):
            yield key, prefix, False


def _usable(near: list[Prefix], text: str) -> bool:
    hop = ip(text)
    if hop is None or not int(hop):
        return False
    host = Prefix(version=hop.version, first=int(hop), length=hop.max_prefixlen)
    return any(one.covers(host) for one in near)


def _hops(config: ConfigDb, key: str) -> tuple[Ip, ...]:
    found = (ip(one) for one in texts(config.row("STATIC_ROUTE", key).get("nexthop")))
    return tuple(one for one in found if one is not None)


@once
def local_tables(fabric: FabricFiles) -> Mapping[str, LocalTable]:
    """Return what each device knows without BGP."""
    return {
        name: LocalTable(
            connected=frozenset(prefix for _, prefix in _connected(fabric, config)),
            statics={prefix: drops for _, prefix, drops in _statics(fabric, config)},
            hops={
                prefix: _hops(config, key)
                for key, prefix, drops in _statics(fabric, config)
                if not drops
            },
            summaries=tuple(_summaries(config)),
        )
        for name, config in fabric.devices.items()
    }


def _aggregate_rows(config: ConfigDb) -> Iterator[tuple[str, str, Prefix]]:
    tables = (
        ("BGP_GLOBALS_AF_AGGREGATE_ADDR",) if by_framework(config) else ("BGP_AGGREGATE_ADDRESS",)
    )
    for table in tables:
        for key in config.rows(table):
            prefix = parse_prefix(key.rpartition("|")[2])
            if prefix is not None and (
                table == "BGP_AGGREGATE_ADDRESS" or key.startswith("default|")
            ):
                yield table, key, prefix


def _summaries(config: ConfigDb) -> Iterator[Prefix]:
    for table, key, prefix in _aggregate_rows(config):
        if on(config.text(table, key, "summary_only") or config.text(table, key, "summary-only")):
            yield prefix


def _template(fabric: FabricFiles, config: ConfigDb) -> Iterator[Origination]:
    if own_asn(config) is None:
        return
    wide = config.text("DEVICE_METADATA", "localhost", "bgp_adv_lo_prefix_as_128") == "true"
    seen: set[int] = set()
    for one in addresses(fabric)[config.device]:
        prefix, version = prefix_of(one), one.address.version
        if (
            one.table == "LOOPBACK_INTERFACE"
            and one.interface == "Loopback0"
            and version not in seen
        ):
            seen.add(version)
            length = 32 if version == 4 else 128 if wide else 64
            loopback = parse_prefix(f"{one.address}/{length}")
            assert loopback is not None
            yield Origination(
                device=config.device, prefix=loopback, route=Route(), table=one.table, key=one.key
            )
        elif one.table == "VLAN_INTERFACE" and not config.text(
            one.table, one.interface, "vnet_name"
        ):
            yield Origination(
                device=config.device, prefix=prefix, route=Route(), table=one.table, key=one.key
            )
    for key, prefix, _ in _statics(fabric, config):
        if (config.text("STATIC_ROUTE", key, "advertise") or "true").lower() != "false":
            yield Origination(
                device=config.device,
                prefix=prefix,
                route=Route(origin=_INCOMPLETE),
                table="STATIC_ROUTE",
                key=key,
            )


def _redistributed(fabric: FabricFiles, config: ConfigDb) -> Iterator[Origination]:
    for key, row in config.rows("ROUTE_REDISTRIBUTE").items():
        parts = key.split("|")
        if len(parts) != 4 or parts[0] != "default" or parts[2] != "bgp":
            continue
        found: list[Prefix] = []
        if parts[1] == "connected":
            found = [prefix for _, prefix in _connected(fabric, config)]
        elif parts[1] == "static":
            found = [prefix for _, prefix, _ in _statics(fabric, config)]
        maps = texts(row.get("route_map"))
        policy = route_map(config, maps[0]) if maps else None
        for prefix in dict.fromkeys(found):
            if _WORDS[prefix.version] != parts[3]:
                continue
            route: Route | None = Route(origin=_INCOMPLETE, source=parts[1])
            if policy is not None and route is not None:
                route = policy.apply(route, prefix)
            if route is not None:
                yield Origination(
                    device=config.device,
                    prefix=prefix,
                    route=route._replace(source="bgp"),
                    table="ROUTE_REDISTRIBUTE",
                    key=key,
                )


def _network_rows(config: ConfigDb) -> Iterator[tuple[str, Prefix]]:
    for key in config.rows("BGP_GLOBALS_AF_NETWORK"):
        prefix = parse_prefix(key.rpartition("|")[2])
        if key.startswith("default|") and prefix is not None:
            yield key, prefix


def networks_without_route(fabric: FabricFiles, config: ConfigDb) -> Iterator[tuple[str, Prefix]]:
    """Yield key and prefix of network rows that FRR holds back: no route of the device is the prefix."""
    if (config.text("BGP_GLOBALS", "default", "network_import_check") or "").lower() == "false":
        return
    held = {prefix for _, prefix in _connected(fabric, config)}
    held |= {prefix for _, prefix, _ in _statics(fabric, config)}
    yield from ((key, prefix) for key, prefix in _network_rows(config) if prefix not in held)


def _networks(fabric: FabricFiles, config: ConfigDb) -> Iterator[Origination]:
    """Yield the network rows whose prefix the device has, as FRR checks before it announces unless told not to."""
    missing = {key for key, _ in networks_without_route(fabric, config)}
    for key, prefix in _network_rows(config):
        if key not in missing:
            policy = config.text("BGP_GLOBALS_AF_NETWORK", key, "policy")
            route: Route | None = Route()
            if policy and route is not None:
                route = route_map(config, policy).apply(route, prefix)
            if route is not None:
                yield Origination(
                    device=config.device,
                    prefix=prefix,
                    route=route,
                    table="BGP_GLOBALS_AF_NETWORK",
                    key=key,
                )


def _device(fabric: FabricFiles, config: ConfigDb) -> Iterator[Origination]:
    if by_framework(config):
        if own_asn(config) is None:
            return
        yield from _networks(fabric, config)
        yield from _redistributed(fabric, config)
    else:
        yield from _template(fabric, config)
    for table, key, prefix in _aggregate_rows(config):
        yield Origination(
            device=config.device, prefix=prefix, route=Route(), table=table, key=key, needs=True
        )


@once
def originations(fabric: FabricFiles) -> tuple[Origination, ...]:
    """Return every prefix that every device originates, the first row of a prefix on a device only."""
    result: list[Origination] = []
    for config in fabric.devices.values():
        seen: set[Prefix] = set()
        for one in _device(fabric, config):
            if one.prefix not in seen:
                seen.add(one.prefix)
                result.append(one)
    return tuple(result)
