"""Oversubscribed tiers: what rings and all-to-all get, by placement.

``group`` is what lies below the thin tier (a unit, pod or zone); ``oversubscription`` its down to up bandwidth.

Source: derived; checked with the zones of Meta's RoCE clusters (SIGCOMM 2024) and Alibaba HPN (SIGCOMM 2024).
"""


def leaving_share(inside: int, ranks: int) -> float:
    """Return the share of traffic that leaves a group: 1 - (q-1)/(n-1), q of n ranks inside, uniform or random."""
    return 1 - (inside - 1) / (ranks - 1) if ranks > 1 else 0.0


def random_ring_slowdown(oversubscription: float, inside: int, ranks: int) -> float:
    """Return how many times slower a ring in random order runs: max(1, o x phi)."""
    return max(1.0, oversubscription * leaving_share(inside, ranks))


def all_to_all_rate(rate: float, oversubscription: float, inside: int, ranks: int) -> float:
    """Return the rate per GPU of uniform all-to-all: B / max(1, o x phi)."""
    return rate / max(1.0, oversubscription * leaving_share(inside, ranks))


def contiguous_load(rings: int, rate: float, boundary_rate: float) -> float:
    """Return the load of a boundary that each ring leaves once: R x B / C."""
    return rings * rate / boundary_rate


def ring_limit(rate_mbps: int, boundary_mbps: int) -> int:
    """Return how many contiguous rings may leave a boundary at line rate; both in Mb/s."""
    return boundary_mbps // rate_mbps


def spare_uplinks(uplinks: int, spines: int, lost: int) -> float:
    """Return the uplinks needed to lose ``lost`` spines without slowdown: u s/(s - x), infinite for x = s."""
    return uplinks * spines / (spines - lost) if lost < spines else float("inf")
