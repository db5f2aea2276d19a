"""The BGP network that comes up: speakers, and what each may hear over each session."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabricgen.model.configdb import ConfigDb, FabricFiles, FileEnd
from fabricgen.rules._control_plane.bring_up import on, peerings
from fabricgen.rules._control_plane.origins import originations
from fabricgen.rules._control_plane.policy import (
    Policy,
    route_map,
    template_in,
    template_out,
    texts,
)
from fabricgen.rules._fabric import ip, number, once
from fabricgen.rules._fabric_roles import kind
from fabricgen.rules._fabric_sessions import Session, by_framework, own_asn

TEMPLATE_PATHS = 514
_FAMILIES = {4: "ipv4_unicast", 6: "ipv6_unicast"}
_NO_POLICY = Policy(name="no policy")
_EVERYTHING: Policy | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """One direction of a session: what ``receiver`` hears from ``sender``.

    ``number`` identifies it; ``policy_out`` and ``policy_in`` are None where nothing filters.
    ``allow_own`` is how often the receiver's ASN may stand in a path. ``link`` is the receiver's and
    the sender's port, None where the session is not on a link of the files.
    """

    number: int
    receiver: int
    sender: int
    external: bool
    policy_out: Policy | None
    policy_in: Policy | None
    allow_own: int
    link: tuple[FileEnd, FileEnd] | None
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """A device as BGP sees it; ``rank`` orders router ids."""

    name: str
    asn: int
    relax: bool
    max_paths: Mapping[int, int]
    rank: int
    summaries: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """Speakers by index, and by IP version what each of them hears."""

    speakers: tuple[Speaker, ...]
    inbound: Mapping[int, tuple[tuple[Hearing, ...], ...]]

    def without(
        self, links: frozenset[tuple[FileEnd, FileEnd]], nodes: frozenset[int]
    ) -> "Network":
        """Return the network after links (either direction given) and speakers are lost."""

        def lives(one: Hearing) -> bool:
            return one.sender not in nodes and (one.link is None or one.link not in links)

        inbound = {
            version: tuple(
                () if index in nodes else tuple(one for one in heard if lives(one))
                for index, heard in enumerate(by_node)
            )
            for version, by_node in self.inbound.items()
        }
        return replace(self, inbound=inbound)


def both_ways(a: FileEnd, b: FileEnd) -> frozenset[tuple[FileEnd, FileEnd]]:
    """Return a link as the two directions that ``Hearing.link`` may show."""
    return frozenset({(a, b), (b, a)})


def _max_paths(config: ConfigDb, version: int) -> int:
    if not by_framework(config):
        return TEMPLATE_PATHS
    row = f"default|{_FAMILIES[version]}"
    return number(config.text("BGP_GLOBALS_AF", row, "max_ebgp_paths")) or TEMPLATE_PATHS


def _router_id(fabric: FabricFiles, name: str) -> int:
    config = fabric.devices[name]
    text = (
        config.text("BGP_GLOBALS", "default", "router_id")
        if by_framework(config)
        else config.text("DEVICE_METADATA", "localhost", "bgp_router_id")
    )
    own = ip(text)
    if own is None:
        own = next(
            (
                ip(key.partition("|")[2].partition("/")[0])
                for key in config.rows("LOOPBACK_INTERFACE")
                if key.startswith("Loopback0|") and ":" not in key
            ),
            None,
        )
    return int(own) if own is not None else 0


def _bound(config: ConfigDb, session: Session, version: int, direction: str) -> Policy | None:
    """Return the policy of a frrcfgd session; without one an external session passes nothing."""
    name = session.key.rpartition("|")[2]
    group = config.text("BGP_NEIGHBOR", session.key, "peer_group_name")
    for table, row in (("BGP_NEIGHBOR_AF", name), ("BGP_PEER_GROUP_AF", group)):
        value = config.row(table, f"{session.vrf}|{row}|{_FAMILIES[version]}")
        maps = texts(value.get(f"route_map_{direction}"))
        if maps:
            return route_map(config, maps[0])
    return _NO_POLICY


def _allow_own(config: ConfigDb, session: Session, version: int) -> int:
    if by_framework(config):
        name = session.key.rpartition("|")[2]
        group = config.text("BGP_NEIGHBOR", session.key, "peer_group_name")
        for table, row in (("BGP_NEIGHBOR_AF", name), ("BGP_PEER_GROUP_AF", group)):
            key = f"{session.vrf}|{row}|{_FAMILIES[version]}"
            if on(config.text(table, key, "allow_as_in")):
                return number(config.text(table, key, "allow_as_count")) or 3
        return 0
    bbr = (config.text("BGP_BBR", "all", "status") or "") == "enabled"
    return int(kind(config) == "ToRRouter" or (kind(config) == "LeafRouter" and bbr))


class _Builder:
    def __init__(self, fabric: FabricFiles) -> None:
        self.fabric = fabric
        self.index = {
            name: at
            for at, name in enumerate(
                n for n, c in fabric.devices.items() if own_asn(c) is not None
            )
        }
        self.inbound: dict[int, list[list[Hearing]]] = {
            version: [[] for _ in self.index] for version in (4, 6)
        }
        self.count = 0
        self.policies: dict[tuple[str, int, bool], Policy | None] = {}
        self.equal: dict[Policy, Policy] = {}

    def policy(self, session: Session, version: int, *, inward: bool) -> Policy | None:
        config = self.fabric.devices[session.device]
        if by_framework(config):
            bound = _bound(config, session, version, "in" if inward else "out")
            internal = bound is _NO_POLICY and session.asn == own_asn(config)
            return _EVERYTHING if internal else bound
        key = session.device, version, inward
        if key not in self.policies:
            fresh = template_in(config, version) if inward else _unless_plain(self._out(config))
            self.policies[key] = fresh and self.equal.setdefault(fresh, fresh)
        return self.policies[key]

    def _out(self, config: ConfigDb) -> Policy:
        isolated = any(
            on(config.text("BGP_DEVICE_GLOBAL", key, "tsa_enabled"))
            for key in config.rows("BGP_DEVICE_GLOBAL")
        )
        own = (
            (
                one.prefix
                for one in originations(self.fabric)
                if one.device == config.device and one.table == "LOOPBACK_INTERFACE"
            )
            if isolated
            else ()
        )
        return template_out(own, isolated)

    def hear(self, near: Session, far: Session, version: int) -> None:
        config = self.fabric.devices[near.device]
        ours, theirs = own_asn(config), own_asn(self.fabric.devices[far.device])
        link = None
        if near.interface is not None and far.interface is not None:
            link = (
                FileEnd(device=near.device, port=near.interface),
                FileEnd(device=far.device, port=far.interface),
            )
        elif near.near is not None and far.near is not None:
            link = (
                FileEnd(device=near.device, port=near.near.interface.partition(".")[0]),
                FileEnd(device=far.device, port=far.near.interface.partition(".")[0]),
            )
        self.inbound[version][self.index[near.device]].append(
            Hearing(
                number=self.count,
                receiver=self.index[near.device],
                sender=self.index[far.device],
                external=ours != theirs,
                policy_out=self.policy(far, version, inward=False),
                policy_in=self.policy(near, version, inward=True),
                allow_own=_allow_own(config, near, version),
                link=link,
                key=near.key,
            )
        )
        self.count += 1


def _unless_plain(policy: Policy) -> Policy | None:
    return None if policy.name == "TO_BGP_PEER" else policy


@once
def network(fabric: FabricFiles) -> Network:
    """Return the speakers of the files and the sessions that come up."""
    builder = _Builder(fabric)
    for one in peerings(fabric):
        if not one.fault:
            for version in one.versions:
                builder.hear(one.a, one.b, version)
                builder.hear(one.b, one.a, version)
    order = sorted(builder.index, key=lambda name: (_router_id(fabric, name), name))
    rank = {name: at for at, name in enumerate(order)}
    return Network(
        speakers=tuple(_speaker(fabric, name, rank[name]) for name in builder.index),
        inbound={v: tuple(map(tuple, heard)) for v, heard in builder.inbound.items()},
    )


def _speaker(fabric: FabricFiles, name: str, rank: int) -> Speaker:
    config = fabric.devices[name]
    asn = own_asn(config)
    assert asn is not None
    return Speaker(
        name=name,
        asn=asn,
        relax=not by_framework(config)
        or on(config.text("BGP_GLOBALS", "default", "load_balance_mp_relax")),
        max_paths={version: _max_paths(config, version) for version in (4, 6)},
        rank=rank,
    )


@once
def positions(fabric: FabricFiles) -> Mapping[str, int]:
    """Return the index of each speaker by its name."""
    return {one.name: at for at, one in enumerate(network(fabric).speakers)}


def refined(
    colours: Sequence[int],
    inbound: Sequence[Sequence[Hearing]],
    labels: Callable[[Hearing], object],
) -> tuple[int, ...]:
    """Return colours split until speakers of one colour hear the same from the same colours.

    Path-vector computation cannot tell speakers of one final colour apart.

    Args:
        colours: A colour a speaker to begin with.
        inbound: What each speaker hears.
        labels: What of a hearing counts, besides the colour of its sender.
    """
    now = tuple(colours)
    kinds: dict[object, int] = {}
    label = {
        one.number: kinds.setdefault(labels(one), len(kinds)) for heard in inbound for one in heard
    }
    while True:
        names: dict[object, int] = {}
        after: list[int] = []
        for colour, heard in zip(now, inbound, strict=True):
            near = Counter((now[one.sender], label[one.number]) for one in heard)
            seen = colour, tuple(sorted(near.items()))
            after.append(names.setdefault(seen, len(names)))
        if len(names) == len(set(now)):
            return tuple(after)
        now = tuple(after)


def hearings(net: Network, version: int) -> Iterator[Hearing]:
    """Yield all hearings of one IP version."""
    for heard in net.inbound[version]:
        yield from heard
