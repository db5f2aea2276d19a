"""Which switches and links of a plane act alike under a traffic matrix: colour refinement.

Switches start alike; a round parts those whose links or traffic go to switches of other colours. Sums of random weights stand
for multisets of colours: equal colours give equal sums, and unlike ones differ but for an accident of 53 bits.

Source: colour refinement (Weisfeiler and Leman, 1968); even splitting over equal paths gives equal loads to what it joins.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from fabricgen.feasibility.wiring import Floats, Ints, Plane

_ROUNDS = 16  # a plane of three tiers settles in four
_DECIMALS = 9  # of a sum to the largest of its column: above the noise of floating point


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """Colours of leaves, spines and super-spines, numbered from 0 in each tier."""

    leaves: Ints
    spines: Ints
    supers: Ints


def likeness(plane: Plane, traffic: Floats) -> Likeness:
    """Return the colours of the switches of a plane; ``traffic`` [leaf, leaf] in Gb/s parts them too."""
    off = traffic - np.diag(traffic.diagonal())
    leaves, spines, supers = (
        np.zeros(len(tier), dtype=np.int64) for tier in (plane.leaves, plane.spines, plane.supers)
    )
    weights = np.random.default_rng(0).random(
        max(len(plane.leaves), len(plane.spines), len(plane.supers), 1)
    )
    rate, top = plane.up * plane.up_gbps, plane.top * plane.top_gbps
    peer = plane.peer * plane.peer_gbps
    found = 0
    for _ in range(_ROUNDS):
        low, mid, high = weights[leaves], weights[spines], weights[supers]
        leaves = _colours(
            leaves, off @ low, off.T @ low, plane.up @ mid, rate @ mid, plane.peer @ low, peer @ low
        )
        spines = _colours(spines, plane.up.T @ low, rate.T @ low, plane.top @ high, top @ high)
        supers = _colours(supers, plane.top.T @ mid, top.T @ mid)
        count = sum(int(tier.max(initial=-1)) + 1 for tier in (leaves, spines, supers))
        if count == found:
            break
        found = count
    return Likeness(leaves=leaves, spines=spines, supers=supers)


def _colours(before: Ints, *sums: Floats) -> Ints:
    if not before.size:
        return before
    scaled = [np.round(item / (np.abs(item).max() or 1.0), _DECIMALS) + 0.0 for item in sums]
    _, colours = np.unique(np.column_stack((before, *scaled)), axis=0, return_inverse=True)
    return colours.reshape(-1).astype(np.int64)


def groups(colours: Ints) -> Iterator[tuple[int, ...]]:
    """Yield the switches of each colour, in their order."""
    for colour in range(int(colours.max(initial=-1)) + 1):
        yield tuple(int(at) for at in np.flatnonzero(colours == colour))


def pairs(links: Floats, gbps: Floats, rows: Ints, columns: Ints) -> Iterator[tuple[int, int, int]]:
    """Yield (row, column, links alike) for links whose ends have the same colours and that are as many and fast.

    Args:
        links: Links between two switches, shape [rows, columns].
        gbps: The rate of one such link.
        rows: Colours of the rows.
        columns: Colours of the columns.
    """
    low, high = np.nonzero(links)
    if not low.size:
        return
    key = np.column_stack((rows[low], columns[high], links[low, high], gbps[low, high]))
    _, first, which = np.unique(key, axis=0, return_index=True, return_inverse=True)
    total = np.bincount(which.reshape(-1), links[low, high])
    for at, count in zip(first, total, strict=True):
        yield int(low[at]), int(high[at]), int(count)
