"""What the loss of each element leaves of a phase, recomputed on the real graph.

Elements that act alike stand for each other: switches with the same links and loads, links between such switches.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from fabricgen.feasibility.carrying import Balancing, carry_plane
from fabricgen.feasibility.flows import Phase
from fabricgen.feasibility.loads import Loads, route
from fabricgen.feasibility.wiring import Floats, Plane, Wiring

CLASSES = 48  # of one kind and plane are recomputed, those with the busiest links first
WORK = 1.5e9  # multiplications that the classes of one kind may take


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """An element, how many act alike, and the share of line rate that the worst NIC keeps; 0: cut off."""

    kind: str
    element: str
    count: int
    share: float


def losses(wiring: Wiring, phase: Phase, balancing: Balancing) -> tuple[Loss, ...]:
    """Return what every single switch, switch link, and chosen doubles leave of a phase."""
    found: list[Loss] = []
    planes = len(wiring.planes)
    done: list[int] = []
    for number, plane in enumerate(wiring.planes):
        if any(_alike(wiring, phase, earlier, number) for earlier in done):
            continue
        done.append(number)
        times = sum(_alike(wiring, phase, number, later) for later in range(number, planes))
        traffic = phase.traffic[number]

        def share(broken: Plane, offered: Floats = traffic) -> float:
            return carry_plane(broken, offered, phase.flows_per_nic, balancing).share

        found += [
            replace(loss, count=loss.count * times) for loss in _of_plane(plane, traffic, share)
        ]
    return tuple(found)


def _alike(wiring: Wiring, phase: Phase, left: int, right: int) -> bool:
    one, two = wiring.planes[left], wiring.planes[right]
    return left == right or (
        phase.traffic[left] is phase.traffic[right]
        and np.array_equal(one.up, two.up)
        and np.array_equal(one.top, two.top)
        and np.array_equal(one.peer, two.peer)
    )


def _of_plane(plane: Plane, traffic: Floats, share: Callable[[Plane], float]) -> Iterator[Loss]:
    loads = route(plane, traffic)
    for kind, element, count, broken in _broken(plane, traffic, loads):
        yield Loss(kind=kind, element=element, count=count, share=share(broken))


def _broken(plane: Plane, traffic: Floats, loads: Loads) -> Iterator[tuple[str, str, int, Plane]]:
    most = _affordable(plane)
    spines = _classes(_spine_signature(plane, loads), loads.up.T, most)
    leaves = _classes(_leaf_signature(plane, traffic), loads.up, most)
    for first, members in spines:
        yield "spine", plane.spines[first], len(members), _without_spines(plane, [first])
        if len(members) > 2:
            pair = list(members[:2])
            label = f"{plane.spines[pair[0]]} and {plane.spines[pair[1]]}"
            yield (
                "two spines",
                label,
                len(members) * (len(members) - 1) // 2,
                _without_spines(plane, pair),
            )
        for leaf, like in leaves:
            links = int(plane.up[leaf, first])
            if links:
                label = f"{plane.leaves[leaf]} to {plane.spines[first]}"
                count = links * len(members) * len(like)
                yield "leaf-spine link", label, count, _without_uplinks(plane, leaf, [first])
                if len(members) > 1:
                    two = list(members[:2])
                    label = f"{label} and to {plane.spines[two[1]]}"
                    yield (
                        "two uplinks of a leaf",
                        label,
                        len(like),
                        _without_uplinks(plane, leaf, two),
                    )
    for first, members in _classes(_super_signature(plane, loads), loads.top_up.T, most):
        top = plane.top.copy()
        top[:, first] = 0
        yield "super-spine", plane.supers[first], len(members), replace(plane, top=top)
        for spine, like in spines:
            if plane.top[spine, first]:
                top = plane.top.copy()
                top[spine, first] -= 1
                label = f"{plane.spines[spine]} to {plane.supers[first]}"
                count = int(plane.top[spine, first]) * len(members) * len(like)
                yield "spine-super-spine link", label, count, replace(plane, top=top)
    for low, high in np.argwhere(np.triu(plane.peer) > 0)[:CLASSES]:
        peer = plane.peer.copy()
        peer[low, high] -= 1
        peer[high, low] -= 1
        label = f"{plane.leaves[low]} to {plane.leaves[high]}"
        yield "leaf-leaf link", label, int(plane.peer[low, high]), replace(plane, peer=peer)


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
    """Return how many classes of a kind are recomputed: all that matter in small fabrics, few in huge ones."""
    leaves, spines = plane.up.shape
    products = leaves * spines * (leaves + 2.0 * plane.top.shape[1])
    return int(max(2, min(CLASSES, WORK / max(1.0, products))))


def _leaf_signature(plane: Plane, traffic: Floats) -> Floats:
    """Return what makes leaves act alike: what they send and take in all and at most, and their links."""
    off = traffic - np.diag(traffic.diagonal())
    return _columns(off.sum(1), off.sum(0), _most(off), _most(off.T), plane.up.sum(1))


def _spine_signature(plane: Plane, loads: Loads) -> Floats:
    """Return what makes spines act alike: their links to both sides, and the loads on them."""
    up, down = loads.up.T, loads.down
    links = plane.up.sum(0), plane.top.sum(1)
    busy = up.sum(1), _most(up), down.sum(1), _most(down)
    return _columns(*links, *busy, loads.top_up.sum(1), loads.top_down.sum(0))


def _super_signature(plane: Plane, loads: Loads) -> Floats:
    up, down = loads.top_up.T, loads.top_down
    return _columns(plane.top.sum(0), up.sum(1), _most(up), down.sum(1), _most(down))


def _most(loads: Floats) -> Floats:
    """Return the highest load of each row, 0 for a row without links."""
    most: Floats = loads.max(axis=1, initial=0.0)
    return most


def _columns(*columns: Floats) -> Floats:
    return np.asarray(np.round(np.column_stack(columns), 3) + 0.0, dtype=np.float64)


def _classes(signature: Floats, loads: Floats, most: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return groups of rows with the same signature, as (first, all), busiest first, at most ``most``."""
    groups: dict[bytes, list[int]] = {}
    for row, item in enumerate(signature):
        groups.setdefault(np.ascontiguousarray(item).tobytes(), []).append(row)
    busiest = loads.max(axis=1, initial=0.0)
    ordered = sorted(
        groups.values(), key=lambda rows: (-round(float(busiest[rows].max()), 6), rows[0])
    )
    return [(rows[0], tuple(rows)) for rows in ordered[:most]]
