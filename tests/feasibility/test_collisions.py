"""Balls in bins against published tables and closed forms."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabricgen.feasibility.collisions import (
    mean_max_load,
    no_collision,
    occupancy,
    polarised_paths,
    slowest_share,
    used_share,
)

TABLE = [
    (4, 2.12, 4, 0.684, 0.51),
    (8, 2.60, 4, 0.656, 0.41),
    (16, 3.07, 5, 0.645, 0.35),
    (32, 3.53, 6, 0.638, 0.30),
    (64, 3.96, 6, 0.635, 0.26),
]
QUEUE_PAIRS = [
    (1, 0.64, 0.30),
    (2, 0.73, 0.38),
    (4, 0.81, 0.47),
    (8, 0.86, 0.56),
    (16, 0.90, 0.65),
    (32, 0.93, 0.73),
    (64, 0.95, 0.79),
]


@pytest.mark.parametrize(("n", "mean", "high", "used", "slowest"), TABLE)
def test_n_flows_on_n_paths(n: int, mean: float, high: int, used: float, slowest: float) -> None:
    """Means of 20,000 trials, to 1 %; what has two digits, to half of the last one."""
    found = occupancy(n, n)
    assert found.mean_max == pytest.approx(mean, rel=0.01)
    assert found.max_99 == high
    assert used_share(n, n) == pytest.approx(used, rel=0.01)
    assert found.slowest == pytest.approx(slowest, abs=0.0061)


@pytest.mark.parametrize(("parts", "used", "slowest"), QUEUE_PAIRS)
def test_flows_in_parts(parts: int, used: float, slowest: float) -> None:
    assert used_share(32, 32, parts) == pytest.approx(used, abs=0.0051)
    assert occupancy(32 * parts, 32).slowest * parts == pytest.approx(slowest, abs=0.0051)


def test_other_published_sizes() -> None:
    """64 x 200G on 32 x 400G; 16 flows on 32 links; 128 x 200G on 60 x 400G."""
    assert used_share(64, 32, speedup=2) == pytest.approx(0.73, abs=0.005)
    assert occupancy(64, 32).slowest * 2 == pytest.approx(0.38, abs=0.005)
    assert used_share(16, 32) == pytest.approx(0.80, abs=0.005)
    assert occupancy(16, 32).slowest == pytest.approx(0.44, abs=0.005)
    assert used_share(128, 60, speedup=2) == pytest.approx(0.71, abs=0.005)


@pytest.mark.parametrize(
    ("flows", "paths", "chance"),
    [(8, 8, 0.0024), (8, 32, 0.386), (8, 64, 0.634), (16, 64, 0.129), (32, 32, 1.8e-13)],
)
def test_no_collision_at_all(flows: int, paths: int, chance: float) -> None:
    assert no_collision(flows, paths) == pytest.approx(chance, rel=0.01)


def test_two_flows_on_two_paths_by_hand() -> None:
    """Half of the time both share a path: (1 + 2) / 2."""
    assert mean_max_load(2, 2) == pytest.approx(1.5)


def test_one_path_carries_all() -> None:
    assert mean_max_load(7, 1) == 7.0
    assert mean_max_load(1, 7) == 1.0
    with pytest.raises(ValueError, match="at least one path"):
        mean_max_load(1, 0)


def test_many_flows_meet_the_exact_value() -> None:
    """The two branches agree within 5 % where they meet, and stay above the even share."""
    assert mean_max_load(20000, 64) == pytest.approx(mean_max_load(16000, 64) * 1.25, rel=0.05)
    assert mean_max_load(200000, 64) > 200000 / 64


def test_same_hash_in_two_tiers() -> None:
    assert polarised_paths(16, 16) == 1
    assert polarised_paths(16, 8) == 1
    assert polarised_paths(8, 12) == 3
    assert polarised_paths(7, 16) == 16


@settings(max_examples=30, deadline=None)
@given(flows=st.integers(1, 200), paths=st.integers(1, 64))
def test_more_parts_never_hurt_and_bounds_hold(flows: int, paths: int) -> None:
    found = occupancy(flows, paths)
    assert max(1.0, flows / paths) - 1e-9 <= found.mean_max <= flows + 1e-9
    assert slowest_share(flows, paths, 4) >= slowest_share(flows, paths) - 1e-9
    assert 0 < used_share(flows, paths) <= 1 + 1e-12
