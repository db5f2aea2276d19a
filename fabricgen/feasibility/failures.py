"""What the loss of each element leaves of a phase, recomputed on the real graph.

Every switch, every link between switches, and chosen doubles: two spines that join the same leaves, two links of one leaf.
Elements that act alike stand for each other (``likeness``).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import comb

import numpy as np

from fabricgen.feasibility.carrying import Balancing, carry_plane, same_traffic
from fabricgen.feasibility.flows import Phase
from fabricgen.feasibility.likeness import Likeness, groups, likeness, pairs
from fabricgen.feasibility.loads import Loads, route
from fabricgen.feasibility.wiring import Floats, Plane, Wiring

CLASSES = 512  # of one kind and plane are recomputed, those with the busiest links first
WORK = 1.5e9  # multiplications that the classes of one kind may take


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """An element, how many act alike, and the share of line rate that the worst NIC keeps; 0: cut off."""

    kind: str
    element: str
    count: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Broken:
    """A plane without an element. ``load`` of the element's busiest link before, to its rate."""

    kind: str
    element: str
    count: int
    plane: Plane
    load: float


def losses(
    wiring: Wiring, phase: Phase, balancing: Balancing, background: tuple[Floats, ...] = ()
) -> tuple[Loss, ...]:
    """Return what every single switch, switch link, and chosen doubles leave of a phase.

    ``background`` is the traffic of other jobs, one matrix a plane, or nothing.
    """
    found: list[Loss] = []
    done: list[int] = []

    def alike(left: int, right: int) -> bool:
        return same_traffic(wiring, phase, background, left, right)

    for number, plane in enumerate(wiring.planes):
        if any(alike(earlier, number) for earlier in done):
            continue
        done.append(number)
        times = sum(alike(number, later) for later in range(number, len(wiring.planes)))
        traffic = phase.traffic[number]
        other = background[number] if background else None

        def share(broken: Plane, own: Floats = traffic, others: Floats | None = other) -> float:
            return carry_plane(broken, own, phase.flows_per_nic, balancing, others).share

        total = traffic if other is None else traffic + other
        found += [
            replace(loss, count=loss.count * times) for loss in _of_plane(plane, total, share)
        ]
    return tuple(found)


def _of_plane(plane: Plane, traffic: Floats, share: Callable[[Plane], float]) -> Iterator[Loss]:
    """Yield the losses of a plane; elements of a kind that leave the same share are one entry."""
    kinds: dict[str, list[_Broken]] = {}
    for broken in _broken(plane, traffic):
        kinds.setdefault(broken.kind, []).append(broken)
    most = _affordable(plane)
    for kind, items in kinds.items():
        items.sort(key=lambda item: -round(item.load, 6))
        merged: dict[float, Loss] = {}
        for item in items[:most]:
            left = share(item.plane)
            loss = Loss(kind=kind, element=item.element, count=item.count, share=left)
            before = merged.get(round(left, 9))
            merged[round(left, 9)] = (
                loss if before is None else replace(before, count=before.count + item.count)
            )
        yield from merged.values()


def _broken(plane: Plane, traffic: Floats) -> Iterator[_Broken]:
    like, loads = likeness(plane, traffic), route(plane, traffic)
    yield from _spines(plane, like, loads)
    yield from _uplinks(plane, like, loads)
    yield from _doubles(plane, like, loads)
    for members in groups(like.supers):
        first = members[0]
        top = plane.top.copy()
        top[:, first] = 0
        busy = max(loads.top_up[:, first].max(), loads.top_down[first].max())
        yield _Broken(
            kind="super-spine",
            element=plane.supers[first],
            count=len(members),
            plane=replace(plane, top=top),
            load=float(busy),
        )
    for spine, above, count in pairs(plane.top, plane.top_gbps, like.spines, like.supers):
        top = plane.top.copy()
        top[spine, above] -= 1
        yield _Broken(
            kind="spine-super-spine link",
            element=f"{plane.spines[spine]} to {plane.supers[above]}",
            count=count,
            plane=replace(plane, top=top),
            load=float(max(loads.top_up[spine, above], loads.top_down[above, spine])),
        )
    for low, high, count in pairs(np.triu(plane.peer), plane.peer_gbps, like.leaves, like.leaves):
        peer = plane.peer.copy()
        peer[low, high] -= 1
        peer[high, low] -= 1
        yield _Broken(
            kind="leaf-leaf link",
            element=f"{plane.leaves[low]} to {plane.leaves[high]}",
            count=count,
            plane=replace(plane, peer=peer),
            load=float(max(loads.peer[low, high], loads.peer[high, low])),
        )


def _spines(plane: Plane, like: Likeness, loads: Loads) -> Iterator[_Broken]:
    for members in groups(like.spines):
        first = members[0]
        yield _Broken(
            kind="spine",
            element=plane.spines[first],
            count=len(members),
            plane=_without_spines(plane, [first]),
            load=_spine_load(loads, first),
        )


def _spine_load(loads: Loads, spine: int) -> float:
    tiers = (
        loads.up[:, spine],
        loads.down[spine],
        loads.top_up[spine],
        loads.top_down[:, spine],
    )
    return max(float(tier.max(initial=0.0)) for tier in tiers)


def _uplinks(plane: Plane, like: Likeness, loads: Loads) -> Iterator[_Broken]:
    for leaf, spine, count in pairs(plane.up, plane.up_gbps, like.leaves, like.spines):
        yield _Broken(
            kind="leaf-spine link",
            element=f"{plane.leaves[leaf]} to {plane.spines[spine]}",
            count=count,
            plane=_without_uplinks(plane, leaf, [spine]),
            load=float(max(loads.up[leaf, spine], loads.down[spine, leaf])),
        )


def _doubles(plane: Plane, like: Likeness, loads: Loads) -> Iterator[_Broken]:
    for members in groups(like.spines):
        same: dict[bytes, list[int]] = {}
        for spine in members:
            same.setdefault(plane.up[:, spine].tobytes(), []).append(spine)
        twins = [listed for listed in same.values() if len(listed) > 1]
        if twins:
            one, two = twins[0][:2]
            yield _Broken(
                kind="two spines",
                element=f"{plane.spines[one]} and {plane.spines[two]}",
                count=sum(comb(len(listed), 2) for listed in twins),
                plane=_without_spines(plane, [one, two]),
                load=_spine_load(loads, one),
            )
        for leaves in groups(like.leaves):
            yield from _two_uplinks(plane, leaves, members, loads)


def _two_uplinks(
    plane: Plane, leaves: tuple[int, ...], spines: tuple[int, ...], loads: Loads
) -> Iterator[_Broken]:
    """Yield the loss of two links of a leaf to two spines of one colour."""
    links = plane.up[np.ix_(leaves, spines)]
    wide = links.sum(axis=1)
    count = int(((wide**2 - (links**2).sum(axis=1)) / 2).sum())
    if not count:
        return
    row = int(np.argmax((links > 0).sum(axis=1) > 1))
    leaf = leaves[row]
    one, two = (spines[int(at)] for at in islice(np.flatnonzero(links[row]), 2))
    yield _Broken(
        kind="two uplinks of a leaf",
        element=f"{plane.leaves[leaf]} to {plane.spines[one]} and to {plane.spines[two]}",
        count=count,
        plane=_without_uplinks(plane, leaf, [one, two]),
        load=float(max(loads.up[leaf, one], loads.down[one, leaf])),
    )


def _without_spines(plane: Plane, lost: list[int]) -> Plane:
    up, top = plane.up.copy(), plane.top.copy()
    up[:, lost] = 0
    top[lost, :] = 0
    return replace(plane, up=up, top=top)


def _without_uplinks(plane: Plane, leaf: int, spines: list[int]) -> Plane:
    up = plane.up.copy()
    up[leaf, spines] -= 1
    return replace(plane, up=up)


def _affordable(plane: Plane) -> int:
    """Return how many classes of a kind are recomputed: all of small fabrics, few of huge ones."""
    leaves, spines = plane.up.shape
    products = leaves * spines * (leaves + 2.0 * plane.top.shape[1])
    return int(max(2, min(CLASSES, WORK / max(1.0, products))))
