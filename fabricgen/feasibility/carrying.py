"""What the wired back-end gives a phase of traffic, and which link decides."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from fabricgen.feasibility.collisions import FLOWLET_SHARE, PACKET_SHARE, slowest_share
from fabricgen.feasibility.flows import Phase
from fabricgen.feasibility.loads import Loads, route
from fabricgen.feasibility.wiring import Floats, Plane, Wiring
from fabricgen.model.feasibility import LinkLoad

BALANCED = {"adaptive": FLOWLET_SHARE, "adaptive-packet": PACKET_SHARE}
_PARTS = 4096  # a leaf's flows in more parts than this spread evenly


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Share of line rate that the slowest NIC of a phase gets, why, and the busiest link's load to its rate."""

    share: float
    limit: str
    busiest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Balancing:
    """How equal paths are used: by hashing, or also by switching flowlets or packets."""

    kind: str
    queue_pairs: int


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
        twin = next((c for i, c in seen if _same(wiring, phase, background, i, number)), None)
        other = background[number] if background else None
        found = twin or carry_plane(
            plane, phase.traffic[number], phase.flows_per_nic, balancing, other
        )
        seen.append((number, found))
        if found.share < worst.share or found.busiest > worst.busiest:
            worst = found
    return worst


def _same(
    wiring: Wiring, phase: Phase, background: tuple[Floats, ...], left: int, right: int
) -> bool:
    return (
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
    )


def carry_plane(
    plane: Plane, traffic: Floats, flows: int, balancing: Balancing, other: Floats | None = None
) -> Carried:
    """Return what one plane gives a phase."""
    own = route(plane, traffic)
    total = own if other is None else route(plane, traffic + other)
    ratio, name = _busiest(plane, own, total)
    fluid = 1 / max(1.0, ratio)
    hashed = _hashed(
        plane, traffic, traffic if other is None else traffic + other, flows, balancing
    )
    share = min(fluid, hashed)
    limit = "the NIC"
    if balancing.kind in BALANCED and hashed < 1:
        better = min(fluid, BALANCED[balancing.kind] / max(1.0, ratio))
        if better > share:
            share, limit = better, f"{balancing.kind} load balancing"
    if ratio == float("inf"):
        return Carried(share=0.0, limit="some ranks have no path to each other", busiest=ratio)
    if ratio > 1.0001:
        limit = f"{name}, which is offered {ratio:.2f} times its rate"
        if share == hashed < fluid:
            limit += f" and {1 / hashed:.2f} times on its busiest link by ECMP hashing"
    elif share == hashed < 1:
        limit = f"ECMP hashing on {name}: the busiest link carries {1 / hashed:.2f} times its rate"
    return Carried(share=share, limit=limit, busiest=ratio)


def _busiest(plane: Plane, own: Loads, total: Loads) -> tuple[float, str]:
    if own.stranded_gbps > 1e-9:
        return float("inf"), ""
    best, name = 0.0, ""
    for load, mine, rate, senders, receivers in _parts(plane, own, total):
        if not load.size:
            continue
        ratio = np.where(mine > 0, load / rate, 0.0)
        at = int(ratio.argmax())
        if ratio.flat[at] > best * (1 + 1e-12):
            row, column = divmod(at, ratio.shape[1])
            best, name = float(ratio.flat[at]), f"{senders[row]} to {receivers[column]}"
    return best, name


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


def _hashed(plane: Plane, own: Floats, total: Floats, flows: int, balancing: Balancing) -> float:
    """Return the slowest flow's share when flows are hashed: the worst leaf, on its way out or in."""
    links = plane.up.sum(axis=1) + plane.peer.sum(axis=1)
    rate = float(plane.port_gbps.max(initial=0.0)) / plane.homes.shape[1]
    if not rate or not links.any():
        return 1.0
    capacity = (plane.up * plane.up_gbps).sum(axis=1) + (plane.peer * plane.peer_gbps).sum(axis=1)
    worst = 1.0
    parts = flows * balancing.queue_pairs
    for mine, offered in ((_outside(own), _outside(total)), (_outside(own.T), _outside(total.T))):
        busy = (mine > 0) & (links > 0)
        cases = {
            (round(float(n) / rate, 6), int(m), round(float(c / m) / rate, 6))
            for n, m, c in zip(offered[busy], links[busy], capacity[busy], strict=True)
        }
        for count, paths, speedup in sorted(cases):
            worst = min(worst, _slowest(count, paths, parts, speedup))
    return worst


@lru_cache(maxsize=4096)
def _slowest(count: float, paths: int, parts: int, speedup: float) -> float:
    if count * parts > _PARTS * paths:
        return min(1.0, speedup * paths / count)
    return slowest_share(count, paths, parts, speedup)


def _outside(traffic: Floats) -> Floats:
    outside: Floats = traffic.sum(axis=1) - traffic.diagonal()
    return np.where(outside > 1e-9, outside, 0.0)


def link_loads(
    wiring: Wiring, traffic: tuple[Floats, ...], limit: int | None = 10
) -> tuple[LinkLoad, ...]:
    """Return the load of switch-to-switch links, the busiest first; one entry a pair and direction.

    ``limit`` is how many; None returns every pair that is joined.
    """
    found: list[LinkLoad] = []
    for plane, offered in zip(wiring.planes, traffic, strict=True):
        loads = route(plane, offered)
        tiers = ("leaf-spine", "spine-leaf", "spine-super-spine", "super-spine-spine", "leaf-leaf")
        joined = (plane.up, plane.up.T, plane.top, plane.top.T, plane.peer)
        for tier, count, part in zip(tiers, joined, _parts(plane, loads, loads), strict=True):
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
