"""Balls in bins against published tables and simulation-free closed forms."""

import pytest

from fabricgen.feasibility import mean_max_load


@pytest.mark.parametrize(("n", "mean"), [(4, 2.12), (8, 2.60), (16, 3.07), (32, 3.53), (64, 3.96)])
def test_n_flows_on_n_paths(n: int, mean: float) -> None:
    """Known means of 20,000 trials, to 1 %."""
    assert mean_max_load(n, n) == pytest.approx(mean, rel=0.01)


def test_two_flows_on_two_paths_by_hand() -> None:
    """Half of the time both share a path: (1 + 2) / 2."""
    assert mean_max_load(2, 2) == pytest.approx(1.5)


def test_one_path_carries_all() -> None:
    assert mean_max_load(7, 1) == 7.0
    assert mean_max_load(1, 7) == 1.0
    with pytest.raises(ValueError, match="at least one path"):
        mean_max_load(1, 0)
