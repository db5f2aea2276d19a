"""Loads on real graphs against closed forms, conservation and max-flow."""

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabricgen.feasibility.carrying import Balancing, carry_plane, link_loads
from fabricgen.feasibility.failures import losses
from fabricgen.feasibility.flows import Phase
from fabricgen.feasibility.loads import route
from fabricgen.feasibility.wiring import Plane, Wiring

HASHED = Balancing(kind="ecmp", queue_pairs=1)


def plane(
    up: np.ndarray,
    top: np.ndarray | None = None,
    peer: np.ndarray | None = None,
    rate: float = 400.0,
) -> Plane:
    leaves, spines = up.shape
    top = np.zeros((spines, 0)) if top is None else top
    peer = np.zeros((leaves, leaves)) if peer is None else peer
    return Plane(
        number=0,
        leaves=tuple(f"leaf-{i}" for i in range(leaves)),
        spines=tuple(f"spine-{i}" for i in range(spines)),
        supers=tuple(f"super-{i}" for i in range(top.shape[1])),
        up=up.astype(float),
        up_gbps=np.full(up.shape, rate),
        top=top.astype(float),
        top_gbps=np.full(top.shape, rate),
        peer=peer.astype(float),
        peer_gbps=np.full(peer.shape, rate),
        homes=np.arange(leaves).reshape(-1, 1),
        port_gbps=np.full(leaves, rate),
    )


def uniform(leaves: int, each: float) -> np.ndarray:
    """Every leaf sends ``each`` Gb/s in all, evenly to the others."""
    traffic = np.full((leaves, leaves), each / (leaves - 1))
    np.fill_diagonal(traffic, 0)
    return traffic


def test_uniform_traffic_on_two_tiers_is_even() -> None:
    """8 leaves x 4 spines x 2 links: each link carries 1/8 of what its leaf sends."""
    loads = route(plane(np.full((8, 4), 2)), uniform(8, 3200))
    assert loads.up == pytest.approx(400)
    assert loads.down == pytest.approx(400)
    assert loads.stranded_gbps == 0


def test_three_tiers_by_hand() -> None:
    """2 pods of 2 leaves and 2 spines, 4 super-spines; leaf 0 sends 800 Gb/s to the other pod."""
    up = np.array([[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]])
    top = np.array([[1, 1, 0, 0], [0, 0, 1, 1], [1, 1, 0, 0], [0, 0, 1, 1]])
    traffic = np.zeros((4, 4))
    traffic[0, 2] = 800
    traffic[0, 1] = 100
    loads = route(plane(up, top), traffic)
    assert loads.up[0] == pytest.approx([450, 450, 0, 0])
    assert loads.top_up[:2] == pytest.approx(np.array([[200, 200, 0, 0], [0, 0, 200, 200]]))
    assert loads.top_down.T[2:] == pytest.approx(np.array([[200, 200, 0, 0], [0, 0, 200, 200]]))
    assert loads.down[2, 2] == pytest.approx(400)
    assert loads.down[0, 1] == pytest.approx(50)


def test_a_pair_of_leaves_uses_its_own_links() -> None:
    peer = np.array([[0, 16], [16, 0]])
    loads = route(plane(np.zeros((2, 0)), peer=peer), uniform(2, 3200))
    assert loads.peer[0, 1] == pytest.approx(200)


def test_no_path_is_reported() -> None:
    cut = plane(np.array([[1, 0], [0, 1]]))
    assert route(cut, uniform(2, 400)).stranded_gbps == pytest.approx(800)
    assert carry_plane(cut, uniform(2, 400), 1, HASHED).share == 0


def test_seven_to_one_gives_a_seventh_to_all_to_all() -> None:
    """8 leaves of 14 NICs with two 400G uplinks each: 7:1, all traffic leaves."""
    found = carry_plane(plane(np.ones((8, 2))), uniform(8, 14 * 400), 10**6, HASHED)
    assert found.busiest == pytest.approx(7)
    assert found.share == pytest.approx(1 / 7, rel=1e-6)


def test_a_lost_spine_raises_the_rest_by_s_over_s_minus_1() -> None:
    whole = plane(np.ones((6, 4)))
    traffic = uniform(6, 1600)
    wiring = Wiring(planes=(whole,), nodes=tuple("abcdef"), rails=1)
    adaptive = Balancing(kind="adaptive-packet", queue_pairs=1)
    found = {
        loss.kind: loss
        for loss in losses(wiring, Phase(traffic=(traffic,), flows_per_nic=10**6), adaptive)
    }
    assert found["spine"].share == pytest.approx(3 / 4)
    assert found["spine"].count == 4
    assert found["two spines"].share == pytest.approx(2 / 4)
    assert found["leaf-spine link"].share == pytest.approx(3 / 4)
    assert found["leaf-spine link"].count == 24


def _graph(one: Plane) -> networkx.DiGraph:
    """Return the plane as a graph of capacities, valley-free: every spine is an upper and a lower node."""
    built = networkx.DiGraph()
    for leaf, spine in np.argwhere(one.up > 0):
        rate = one.up[leaf, spine] * one.up_gbps[leaf, spine]
        built.add_edge(("out", leaf), ("spine", spine), capacity=rate)
        built.add_edge(("spine", spine), ("in", leaf), capacity=rate)
    return built


@settings(max_examples=40, deadline=None)
@given(
    up=st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=2, max_size=5),
    demand=st.integers(1, 4),
)
def test_never_more_than_max_flow_and_nothing_is_lost(up: list[list[int]], demand: int) -> None:
    one = plane(np.array(up))
    leaves = len(up)
    traffic = uniform(leaves, 400.0 * demand)
    loads = route(one, traffic)
    sent = (loads.up * one.up).sum()
    assert sent == pytest.approx((loads.down * one.up.T).sum())
    assert sent + loads.stranded_gbps == pytest.approx(traffic.sum())
    for source in range(leaves):
        for target in range(leaves):
            if source == target:
                continue
            single = np.zeros_like(traffic)
            single[source, target] = 400.0
            ratio = route(one, single).busiest(one)
            graph = _graph(one)
            graph.add_nodes_from((("out", source), ("in", target)))
            best = networkx.maximum_flow_value(graph, ("out", source), ("in", target))
            assert 400.0 / ratio <= best + 1e-6 if ratio else True
            assert (best == 0) == (ratio == float("inf"))


def test_a_complete_fabric_reaches_max_flow() -> None:
    """Even splitting is optimal between two leaves of a complete fabric: 4 spines x 2 links x 400G."""
    one = plane(np.full((4, 4), 2))
    single = np.zeros((4, 4))
    single[0, 3] = 400.0
    best = networkx.maximum_flow_value(_graph(one), ("out", 0), ("in", 3))
    assert 400.0 / route(one, single).busiest(one) == pytest.approx(best) == 3200


@settings(max_examples=30, deadline=None)
@given(
    leaves=st.integers(2, 6),
    spines=st.integers(1, 5),
    links=st.integers(1, 3),
    seed=st.integers(0, 99),
)
def test_losing_an_element_never_raises_a_bound(
    leaves: int, spines: int, links: int, seed: int
) -> None:
    one = plane(np.full((leaves, spines), links))
    traffic = np.random.default_rng(seed).integers(0, 3, (leaves, leaves)) * 400.0
    np.fill_diagonal(traffic, 0)
    wiring = Wiring(planes=(one,), nodes=tuple(map(str, range(leaves))), rails=1)
    balanced = Balancing(kind="adaptive-packet", queue_pairs=1)
    today = carry_plane(one, traffic, 1, balanced).share
    for loss in losses(wiring, Phase(traffic=(traffic,), flows_per_nic=1), balanced):
        assert loss.share <= today + 1e-9


def test_every_link_is_listed() -> None:
    one = plane(np.full((3, 2), 2))
    wiring = Wiring(planes=(one,), nodes=("a", "b", "c"), rails=1)
    every = link_loads(wiring, (uniform(3, 800),), limit=None)
    assert sum(item.links for item in every) == 2 * 3 * 2 * 2
    assert sum(item.links * item.load_gbps for item in every) == pytest.approx(2 * 2400)
    assert len(link_loads(wiring, (uniform(3, 800),), limit=4)) == 4
