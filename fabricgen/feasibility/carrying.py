"""What the wired back-end gives a phase of traffic, and which link decides."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from fabricgen.feasibility.collisions import FLOWLET_SHARE, PACKET_SHARE, slowest_share
from fabricgen.feasibility.flows import Phase
from fabricgen.feasibility.loads import Loads, route
from fabricgen.feasibility.wiring import Floats, Plane, Wiring
from fabricgen.model.feasibility import LinkLoad

BALANCED = {"adaptive": FLOWLET_SHARE, "adaptive-packet": PACKET_SHARE}
TIERS = ("leaf-spine", "spine-leaf", "spine-super-spine", "super-spine-spine", "leaf-leaf")
# Which part of ``Balancing.used`` thins a tier, and who repeats whose hash there.
_REPEATS = {
    "spine-leaf": ("down", "spines hash like leaves"),
    "spine-super-spine": ("up", "spines hash like leaves"),
    "super-spine-spine": ("top_down", "super-spines hash like spines"),
}
_PARTS = 4096  # a leaf's flows in more parts than this spread evenly


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Share of line rate that the slowest NIC of a phase gets, why, and the busiest link's load to its rate."""

    share: float
    limit: str
    busiest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Balancing:
    """How equal paths are used: by hashing, or also by switching flowlets or packets.

    ``used`` is the part of its equal links that a tier uses because it repeats the hash of the tier before it: of
    spines ``up``, of spines ``down`` (parallel links to a leaf), of super-spines ``top_down``. 1 where nothing is said.
    """

    kind: str
    queue_pairs: int
    used: Mapping[str, float] = field(default_factory=dict)


def carry(
    wiring: Wiring, phase: Phase, balancing: Balancing, background: tuple[Floats, ...] = ()
) -> Carried:
    """Return what the slowest plane gives; a NIC splits its rate evenly over its planes.

    Args:
        wiring: The back-end.
        phase: Traffic at line rate.
        balancing: How equal paths are used.
        background: Traffic of other jobs, one matrix a plane, or nothing.
    """
    worst = Carried(share=1.0, limit="the NIC", busiest=0.0)
    seen: list[tuple[int, Carried]] = []
    for number, plane in enumerate(wiring.planes):
        twin = next(
            (c for i, c in seen if same_traffic(wiring, phase, background, i, number)), None
        )
        other = background[number] if background else None
        found = twin or carry_plane(
            plane, phase.traffic[number], phase.flows_per_nic, balancing, other
        )
        seen.append((number, found))
        if found.share < worst.share or found.busiest > worst.busiest:
            worst = found
    return worst


def same_traffic(
    wiring: Wiring, phase: Phase, background: tuple[Floats, ...], left: int, right: int
) -> bool:
    """Return whether two planes are joined alike and carry the same."""
    return left == right or (
        phase.traffic[left] is phase.traffic[right]
        and (not background or background[left] is background[right])
        and same_switches(wiring.planes[left], wiring.planes[right])
    )


def same_switches(left: Plane, right: Plane) -> bool:
    """Return whether the switches of two planes are joined alike."""
    return (
        left.up.shape == right.up.shape
        and left.top.shape == right.top.shape
        and np.array_equal(left.up, right.up)
        and np.array_equal(left.top, right.top)
        and np.array_equal(left.peer, right.peer)
        and np.array_equal(left.up_gbps, right.up_gbps)
        and np.array_equal(left.top_gbps, right.top_gbps)
    )


def carry_plane(
    plane: Plane, traffic: Floats, flows: int, balancing: Balancing, other: Floats | None = None
) -> Carried:
    """Return what one plane gives a phase."""
    own = route(plane, traffic)
    offered = traffic if other is None else traffic + other
    total = own if other is None else route(plane, offered)
    hashing = balancing.kind not in BALANCED
    even, name, _ = _busiest(plane, own, total, {})
    ratio, where, repeated = (
        _busiest(plane, own, total, balancing.used) if hashing else (even, name, "")
    )
    fluid = 1 / max(1.0, ratio)
    hashed, stage = _hashed(plane, _stages(plane, traffic, offered, own, total), flows, balancing)
    share = min(fluid, hashed)
    limit = "the NIC"
    if not hashing and hashed < 1:
        better = min(fluid, BALANCED[balancing.kind] / max(1.0, ratio))
        if better > share:
            share, limit = better, f"{balancing.kind} load balancing"
    if ratio == float("inf"):
        return Carried(share=0.0, limit="some ranks have no path to each other", busiest=ratio)
    if ratio > 1.0001:
        limit = f"{where}, which is offered {ratio:.2f} times its rate"
        if ratio > even * 1.0001:
            limit += f" as {repeated}"
        if share == hashed < fluid:
            limit += f" and {1 / hashed:.2f} times on its busiest link by ECMP hashing"
    elif share == hashed < 1:
        limit = f"ECMP hashing on {stage}: the busiest link carries {1 / hashed:.2f} times its rate"
    return Carried(share=share, limit=limit, busiest=ratio)


def _busiest(
    plane: Plane, own: Loads, total: Loads, used: Mapping[str, float]
) -> tuple[float, str, str]:
    """Return the highest load of a link to its rate, the link with its tier, and what hashes alike there."""
    if own.stranded_gbps > 1e-9:
        return float("inf"), "", ""
    best, name, repeated = 0.0, "", ""
    for tier, (load, mine, rate, senders, receivers) in zip(
        TIERS, _parts(plane, own, total), strict=True
    ):
        if not load.size:
            continue
        key, said = _REPEATS.get(tier, ("", ""))
        kept = used.get(key, 1.0)
        ratio = np.where(mine > 0, load / rate, 0.0)
        at = int(ratio.argmax())
        if ratio.flat[at] / kept > best * (1 + 1e-12):
            row, column = divmod(at, ratio.shape[1])
            best = float(ratio.flat[at]) / kept
            name = f"the {tier} link {senders[row]} to {receivers[column]}"
            repeated = f"{said} and use {100 * kept:.0f} % of their equal links"
    return best, name, repeated


def _parts(
    plane: Plane, own: Loads, total: Loads
) -> tuple[tuple[Floats, Floats, Floats, tuple[str, ...], tuple[str, ...]], ...]:
    leaf, spine, top = plane.leaves, plane.spines, plane.supers
    return (
        (total.up, own.up, plane.up_gbps, leaf, spine),
        (total.down, own.down, plane.up_gbps.T, spine, leaf),
        (total.top_up, own.top_up, plane.top_gbps, spine, top),
        (total.top_down, own.top_down, plane.top_gbps.T, top, spine),
        (total.peer, own.peer, plane.peer_gbps, leaf, leaf),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stage:
    """A tier at which flows are hashed: per switch what this job and what all offer, its links and their Gb/s."""

    name: str
    switches: tuple[str, ...]
    mine: Floats
    offered: Floats
    links: Floats
    capacity: Floats


def _stages(
    plane: Plane, own: Floats, offered: Floats, mine: Loads, total: Loads
) -> Iterator[_Stage]:
    """Yield where flows collide: on the way out of a leaf and into it, the same of a spine below super-spines."""
    links = plane.up.sum(axis=1) + plane.peer.sum(axis=1)
    capacity = (plane.up * plane.up_gbps).sum(axis=1) + (plane.peer * plane.peer_gbps).sum(axis=1)
    for name, one, all_ in (
        ("the uplinks of", own, offered),
        ("the links into", own.T, offered.T),
    ):
        yield _Stage(
            name=name,
            switches=plane.leaves,
            mine=_outside(one),
            offered=_outside(all_),
            links=links,
            capacity=capacity,
        )
    if plane.top.size:
        high = plane.top.sum(axis=1), (plane.top * plane.top_gbps).sum(axis=1)
        for name, one, all_ in (
            ("the uplinks of", mine.top_up, total.top_up),
            ("the links into", mine.top_down.T, total.top_down.T),
        ):
            yield _Stage(
                name=name,
                switches=plane.spines,
                mine=_some((one * plane.top).sum(axis=1)),
                offered=_some((all_ * plane.top).sum(axis=1)),
                links=high[0],
                capacity=high[1],
            )


def _hashed(
    plane: Plane, stages: Iterator[_Stage], flows: int, balancing: Balancing
) -> tuple[float, str]:
    """Return the slowest flow's share when flows are hashed, and where: the worst switch of any tier.

    Tiers are taken one by one: a flow that is unlucky twice is not counted, so this is a little hopeful.
    """
    rate = float(plane.port_gbps.max(initial=0.0)) / plane.homes.shape[1]
    worst, where = 1.0, ""
    if not rate:
        return worst, where
    parts = flows * balancing.queue_pairs
    for stage in stages:
        busy = (stage.mine > 0) & (stage.links > 0)
        cases: dict[tuple[float, int, float], int] = {}
        for at in map(int, np.flatnonzero(busy)):
            paths = int(stage.links[at])
            offered, each = float(stage.offered[at]), float(stage.capacity[at]) / paths
            cases.setdefault((round(offered / rate, 6), paths, round(each / rate, 6)), at)
        for (count, paths, speedup), at in sorted(cases.items()):
            share = _slowest(count, paths, parts, speedup)
            if share < worst:
                worst, where = share, f"{stage.name} {stage.switches[at]}"
    return worst, where


@lru_cache(maxsize=4096)
def _slowest(count: float, paths: int, parts: int, speedup: float) -> float:
    if count * parts > _PARTS * paths:
        return min(1.0, speedup * paths / count)
    return slowest_share(count, paths, parts, speedup)


def _outside(traffic: Floats) -> Floats:
    return _some(traffic.sum(axis=1) - traffic.diagonal())


def _some(amount: Floats) -> Floats:
    """Return amounts without the noise of floating point."""
    return np.where(amount > 1e-9, amount, 0.0)


def link_loads(
    wiring: Wiring, traffic: tuple[Floats, ...], limit: int | None = 10
) -> tuple[LinkLoad, ...]:
    """Return the load of switch-to-switch links, the busiest first; one entry a pair and direction.

    ``limit`` is how many; None returns every pair that is joined.
    """
    found: list[LinkLoad] = []
    for plane, offered in zip(wiring.planes, traffic, strict=True):
        loads = route(plane, offered)
        joined = (plane.up, plane.up.T, plane.top, plane.top.T, plane.peer)
        for tier, count, part in zip(TIERS, joined, _parts(plane, loads, loads), strict=True):
            load, _, rate, senders, receivers = part
            order = np.argsort(-np.where(count > 0, load / rate, -1.0), axis=None, kind="stable")
            for at in order[:limit] if limit else order:
                row, column = divmod(int(at), max(1, load.shape[1]))
                if count[row, column]:
                    found.append(
                        LinkLoad(
                            sender=senders[row],
                            receiver=receivers[column],
                            links=int(count[row, column]),
                            tier=tier,
                            plane=plane.number,
                            load_gbps=float(load[row, column]),
                            rate_gbps=float(rate[row, column]),
                        )
                    )
    found.sort(key=lambda item: -round(item.load_gbps / item.rate_gbps, 9))
    return tuple(found[:limit] if limit else found)
