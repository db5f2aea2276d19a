"""The five channel-dependency graphs: which routes of a two-tier fabric can deadlock a lossless class.

Four leaves, two spines. A bounce is a packet that came down to a leaf and goes up again.
"""

from collections.abc import Sequence

import pytest

from fabricgen.rules._control_plane.buffer_waits import Channel, cycle, waits

LEAVES = ("L1", "L2", "L3", "L4")
SPINES = ("S1", "S2")


def way(text: str, priorities: Sequence[int] = ()) -> tuple[Channel, ...]:
    nodes = text.split("-")
    given = priorities or (3,) * (len(nodes) - 1)
    return tuple(
        Channel(one, other, priority)
        for one, other, priority in zip(nodes, nodes[1:], given, strict=False)
    )


UP_DOWN = [way(f"{a}-{s}-{b}") for a in LEAVES for s in SPINES for b in LEAVES if a != b]
LOST = {("S1", "L3"), ("L3", "S1"), ("S2", "L4"), ("L4", "S2")}
LEFT = [path for path in UP_DOWN if not any((c.sender, c.receiver) in LOST for c in path)]
BOUNCES = ("L1-S1-L2-S2-L3", "L2-S2-L1-S1-L4")


def test_all_up_down_paths_cannot_deadlock() -> None:
    assert cycle(waits(UP_DOWN)) == ()


def test_bounces_at_one_leaf_cannot_deadlock() -> None:
    bounced = [
        way(f"{a}-{s}-L2-{t}-{b}")
        for a in ("L1", "L4")
        for s, t in (SPINES, SPINES[::-1])
        for b in ("L3", "L4")
        if a != b
    ]
    assert cycle(waits(UP_DOWN + bounced)) == ()


def test_bounces_at_two_leaves_can_deadlock() -> None:
    found = cycle(waits(LEFT + [way(one) for one in BOUNCES]))
    hops = [(one.sender, one.receiver) for one in found]
    assert len(hops) == 4
    assert set(hops) == {("S1", "L2"), ("L2", "S2"), ("S2", "L1"), ("L1", "S1")}
    assert all(one[1] == other[0] for one, other in zip(hops, hops[1:] + hops[:1], strict=True))


def test_the_same_losses_without_bounces_cannot_deadlock() -> None:
    assert cycle(waits(LEFT)) == ()


def test_another_priority_at_each_bounce_breaks_the_circle() -> None:
    bounced = [way(one, (3, 3, 4, 4)) for one in BOUNCES]
    assert cycle(waits(LEFT + bounced)) == ()


@pytest.mark.parametrize("length", [2, 3, 50, 3000])
def test_a_ring_of_any_length_is_found_whole(length: int) -> None:
    nodes = [f"n{at}" for at in range(length)]
    ring = [
        (Channel(a, b, 3), Channel(b, c, 3))
        for a, b, c in zip(nodes, nodes[1:] + nodes[:1], nodes[2:] + nodes[:2], strict=True)
    ]
    assert len(cycle(waits(ring))) == length
