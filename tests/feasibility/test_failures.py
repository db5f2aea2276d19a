"""Losses of single and double elements against the plain way: take each one out and route anew."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabricgen.feasibility.carrying import Balancing, carry_plane
from fabricgen.feasibility.failures import losses
from fabricgen.feasibility.flows import Phase
from fabricgen.feasibility.wiring import Plane, Wiring
from tests.feasibility.test_loads import plane, uniform

SPRAYED = Balancing(kind="adaptive-packet", queue_pairs=1)
HASHED = Balancing(kind="ecmp", queue_pairs=4)
CASES = st.tuples(st.integers(2, 6), st.integers(1, 5), st.integers(0, 3), st.integers(0, 10**6))


def random_plane(leaves: int, spines: int, supers: int, seed: int) -> tuple[Plane, np.ndarray]:
    """Return a plane whose links are drawn one by one, and traffic between its leaves in Gb/s."""
    draw = np.random.default_rng(seed)
    up = draw.integers(0, 3, (leaves, spines))
    top = draw.integers(0, 3, (spines, supers))
    peer = np.triu(draw.integers(0, 2, (leaves, leaves)) * draw.integers(0, 2), 1)
    traffic = draw.integers(0, 3, (leaves, leaves)) * 400.0
    np.fill_diagonal(traffic, 0)
    return plane(up, top, peer + peer.T), traffic


def one_by_one(whole: Plane) -> Iterator[tuple[str, Plane]]:
    """Yield the plane without every element, and without the doubles that the report chooses."""
    for spine in range(len(whole.spines)):
        yield "spine", without_spines(whole, spine)
    for one, two in combinations(range(len(whole.spines)), 2):
        if np.array_equal(whole.up[:, one], whole.up[:, two]):
            yield "two spines", without_spines(whole, one, two)
    for leaf, spine in np.argwhere(whole.up > 0):
        for _ in range(int(whole.up[leaf, spine])):
            yield "leaf-spine link", less(whole, "up", (leaf, spine))
    for spine, above in np.argwhere(whole.top > 0):
        for _ in range(int(whole.top[spine, above])):
            yield "spine-super-spine link", less(whole, "top", (spine, above))
    for above in range(len(whole.supers)):
        top = whole.top.copy()
        top[:, above] = 0
        yield "super-spine", replace(whole, top=top)
    for low, high in np.argwhere(np.triu(whole.peer) > 0):
        yield "leaf-leaf link", less(whole, "peer", (low, high), (high, low))


def without_spines(whole: Plane, *lost: int) -> Plane:
    up, top = whole.up.copy(), whole.top.copy()
    up[:, lost] = 0
    top[lost, :] = 0
    return replace(whole, up=up, top=top)


def less(whole: Plane, tier: str, *places: tuple[int, int]) -> Plane:
    links = getattr(whole, tier).copy()
    for place in places:
        links[place] -= 1
    return replace(whole, **{tier: links})


def found(whole: Plane, traffic: np.ndarray, balancing: Balancing) -> Counter[tuple[str, float]]:
    wiring = Wiring(planes=(whole,), nodes=whole.leaves, rails=1)
    counted: Counter[tuple[str, float]] = Counter()
    for loss in losses(wiring, Phase(traffic=(traffic,), flows_per_nic=1), balancing):
        counted[loss.kind, round(loss.share, 9)] += loss.count
    return counted


@pytest.mark.parametrize("balancing", [SPRAYED, HASHED], ids=["sprayed", "hashed"])
@settings(max_examples=60, deadline=None)
@given(case=CASES)
def test_every_loss_is_what_taking_the_element_out_gives(
    balancing: Balancing, case: tuple[int, int, int, int]
) -> None:
    """Also on irregular planes of two and three tiers: every element counts once, with its own share."""
    whole, traffic = random_plane(*case)
    expected = Counter(
        (kind, round(carry_plane(broken, traffic, 1, balancing).share, 9))
        for kind, broken in one_by_one(whole)
    )
    by_report = found(whole, traffic, balancing)
    doubles = {key: n for key, n in by_report.items() if key[0] == "two uplinks of a leaf"}
    singles = {
        key: n for key, n in (by_report - Counter(doubles)).items() if key[0] != "two spines"
    }
    assert singles == {key: n for key, n in expected.items() if key[0] != "two spines"}


def test_doubles_on_an_even_plane_by_hand() -> None:
    """6 leaves, 4 spines, 2 links a pair: C(4, 2) pairs of spines; 6 leaves x C(4, 2) x 2 x 2 pairs of links."""
    whole, traffic = plane(np.full((6, 4), 2)), uniform(6, 3200)
    counted = found(whole, traffic, SPRAYED)
    assert counted["two spines", 0.475] == 6  # half of 95 %, what packet spraying gives
    # A spine still takes a quarter of what goes to the leaf, 800 Gb/s, to its one 400G link.
    assert counted["two uplinks of a leaf", 0.475] == 6 * 6 * 4


def test_alike_in_number_is_not_alike_in_kind() -> None:
    """Two leaves of equal uplinks and traffic act differently when their spines do."""
    up = np.array([[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1], [1, 0, 1, 0]])
    top = np.array([[2], [2], [1], [1]])
    whole = plane(up, top)
    traffic = np.zeros((5, 5))
    traffic[0, 2] = traffic[2, 0] = 800.0
    wiring = Wiring(planes=(whole,), nodes=whole.leaves, rails=1)
    kinds = Counter(
        loss.kind for loss in losses(wiring, Phase(traffic=(traffic,), flows_per_nic=1), SPRAYED)
    )
    assert kinds["leaf-spine link"] > 1
    expected = Counter(
        (kind, round(carry_plane(broken, traffic, 1, SPRAYED).share, 9))
        for kind, broken in one_by_one(whole)
        if kind == "leaf-spine link"
    )
    counted = found(whole, traffic, SPRAYED)
    assert {key: counted[key] for key in expected} == expected


def test_other_jobs_stay_on_the_links_when_an_element_is_lost() -> None:
    """4 spines, own traffic half of the uplinks, others the other half: three spines carry 4/3 of what they can."""
    whole, traffic = plane(np.ones((6, 4))), uniform(6, 800)
    wiring = Wiring(planes=(whole,), nodes=whole.leaves, rails=1)
    one = Phase(traffic=(traffic,), flows_per_nic=1)
    alone = {loss.kind: loss.share for loss in losses(wiring, one, SPRAYED)}
    shared = {loss.kind: loss.share for loss in losses(wiring, one, SPRAYED, (traffic,))}
    assert alone["spine"] == pytest.approx(0.95)
    assert shared["spine"] == pytest.approx(0.95 * 3 / 4)


def valley_free(whole: Plane) -> networkx.DiGraph:
    """Return the plane as a graph of capacities in which a path goes up and then down; peers are the only step between."""
    built = networkx.DiGraph()
    tiers = (
        ("leaf", "spine", whole.up, whole.up_gbps),
        ("spine", "super", whole.top, whole.top_gbps),
    )
    for low, high, links, gbps in tiers:
        for one, two in np.argwhere(links > 0):
            rate = links[one, two] * gbps[one, two]
            built.add_edge((low, one, "up"), (high, two, "up"), capacity=rate)
            built.add_edge((high, two, "down"), (low, one, "down"), capacity=rate)
    for tier, count in (("spine", len(whole.spines)), ("super", len(whole.supers))):
        for switch in range(count):  # a switch turns traffic round inside
            built.add_edge((tier, switch, "up"), (tier, switch, "down"))
    for one, two in np.argwhere(whole.peer > 0):
        rate = whole.peer[one, two] * whole.peer_gbps[one, two]
        built.add_edge(("leaf", one, "up"), ("leaf", two, "down"), capacity=rate)
    for leaf in range(len(whole.leaves)):
        built.add_node(("leaf", leaf, "up"))
        built.add_node(("leaf", leaf, "down"))
    return built


@settings(max_examples=40, deadline=None)
@given(case=CASES)
def test_no_loss_raises_what_max_flow_allows(case: tuple[int, int, int, int]) -> None:
    """One flow between two leaves: what is left never exceeds the max-flow of the plane that is whole."""
    whole, _ = random_plane(*case)
    single = np.zeros((len(whole.leaves), len(whole.leaves)))
    single[0, -1] = 4000.0
    ends = ("leaf", 0, "up"), ("leaf", len(whole.leaves) - 1, "down")
    bound = networkx.maximum_flow_value(valley_free(whole), *ends)
    wiring = Wiring(planes=(whole,), nodes=whole.leaves, rails=1)
    phase = Phase(traffic=(single,), flows_per_nic=1)
    assert 4000.0 * carry_plane(whole, single, 1, SPRAYED).share <= bound + 1e-6
    for loss in losses(wiring, phase, SPRAYED):
        assert 4000.0 * loss.share <= bound + 1e-6, loss
