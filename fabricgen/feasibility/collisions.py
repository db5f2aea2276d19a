"""Flows on equal paths: balls in bins, exactly, and what load balancing makes of it.

P(max <= k) = P(X_i <= k for all i | sum X_i = n) for m independent Poisson variables of mean n/m, evaluated on the roots of
unity. Above ``EXACT_FLOWS`` flows the fluid limit with the Gaussian spread is used.

Source: occupancy distribution (Johnson and Kotz, Urn Models, 1977).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, exp, gcd, lgamma, log, sqrt

EXACT_FLOWS = 16384
# Share of line rate with flowlet switching (assumption: no constant is published), and with per-packet adaptive routing
# (NVIDIA Spectrum-X white paper: 95 %).
FLOWLET_SHARE = 0.8
PACKET_SHARE = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupancy:
    """Load of the busiest of m paths under n flows: mean, 99th percentile, and mean of 1/max."""

    mean_max: float
    max_99: int
    slowest: float


def used_share(flows: int, paths: int, queue_pairs: int = 1, speedup: float = 1.0) -> float:
    """Return the most throughput that hashed flows can reach, to what they offer.

    m E[min(X/q, c)]/n, with X ~ Binomial(n q, 1/m) parts of flows on a path and c the rate of a path to that of a
    flow; 1 - (1 - 1/m)^n for n = m and q = c = 1.
    """
    parts = flows * queue_pairs
    limit = speedup * queue_pairs
    whole = int(limit)
    # E[min(X, c)] = sum of P(X > k) for k < c, the last one in part.
    above = 1.0
    kept = 0.0
    for k in range(min(whole, parts) + 1):
        above -= _binomial(k, parts, paths)
        kept += above * (1.0 if k < whole else limit - whole)
    return paths * kept / parts


def _binomial(count: int, trials: int, paths: int) -> float:
    """Return P(X = count) for X ~ Binomial(trials, 1/paths)."""
    if paths == 1:
        return 1.0 if count == trials else 0.0
    ways = lgamma(trials + 1) - lgamma(count + 1) - lgamma(trials - count + 1)
    return exp(ways - count * log(paths) + (trials - count) * log(1 - 1 / paths))


def no_collision(flows: int, paths: int) -> float:
    """Return the probability that no two flows share a path."""
    chance = 1.0
    for taken in range(flows):
        chance *= max(0.0, 1 - taken / paths)
    return chance


def mean_max_load(flows: int, paths: int) -> float:
    """Return the mean load of the busiest path when flows are hashed on equal paths.

    Args:
        flows: Line-rate flows, at least 0.
        paths: Equal paths, at least 1.

    Raises:
        ValueError: There is no path.
    """
    return occupancy(flows, paths).mean_max


@lru_cache(maxsize=1024)
def occupancy(flows: int, paths: int) -> Occupancy:
    """Return the load of the busiest path.

    Raises:
        ValueError: There is no path.
    """
    if paths < 1:
        raise ValueError("there must be at least one path")
    if flows <= 1 or paths == 1:
        return Occupancy(mean_max=float(flows), max_99=flows, slowest=1 / flows if flows else 1.0)
    if flows > EXACT_FLOWS:
        each = flows / paths
        top = each + sqrt(2 * each * log(paths))
        return Occupancy(
            mean_max=top, max_99=ceil(top + 3 * sqrt(each / log(paths + 1))), slowest=1 / top
        )
    mean = slowest = before = 0.0
    bound = high = 0
    for bound, at_most in _distribution(flows, paths):
        mean += bound * (at_most - before)
        slowest += (at_most - before) / bound
        high = high or (bound if at_most >= 0.99 else 0)
        before = at_most
    return Occupancy(mean_max=mean, max_99=high or bound, slowest=slowest)


def _distribution(flows: int, paths: int) -> Iterator[tuple[int, float]]:
    """Yield k and P(max <= k) from the smallest possible k until it is certain."""
    import numpy as np

    size = 2 * flows + 64
    weights = np.zeros(size)
    logs = np.log(np.arange(1, flows + 1))
    rate = flows / paths
    weights[0] = np.exp(-rate)
    weights[1 : flows + 1] = np.exp(np.cumsum(np.log(rate) - logs) - rate)
    turn = np.exp(2j * np.pi * flows * np.arange(size // 2 + 1) / size)

    def at_sum(kept: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
        spectrum = np.fft.rfft(kept) ** paths * turn
        inner = spectrum[1:-1].real.sum() * 2 + spectrum[0].real + spectrum[-1].real
        return float(inner) / size

    whole = at_sum(weights)
    for bound in range(max(1, -(-flows // paths)), flows + 1):
        kept = weights.copy()
        kept[bound + 1 :] = 0.0
        at_most = min(1.0, max(0.0, at_sum(kept) / whole))
        if 1.0 - at_most < 1e-9 or bound == flows:
            yield bound, 1.0
            return
        yield bound, at_most


def slowest_share(flows: float, paths: int, queue_pairs: int = 1, speedup: float = 1.0) -> float:
    """Return the rate of the slowest flow to its line rate, at most 1: 1/E[max load].

    Args:
        flows: Line-rate flows; a part of one stands for flows below line rate.
        paths: Equal links.
        queue_pairs: Parts of a flow that are hashed apart.
        speedup: Rate of a link to that of a flow.
    """
    busiest = mean_max_load(ceil(flows * queue_pairs - 1e-9), paths) / queue_pairs
    return min(1.0, speedup / busiest) if busiest else 1.0


def polarised_paths(first: int, second: int) -> int:
    """Return how many of ``second`` uplinks are used when both tiers hash alike: m2 / gcd(m1, m2)."""
    return second // gcd(first, second)
