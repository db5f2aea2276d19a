"""Times of collectives by the alpha-beta model, and the bus-bandwidth factors of nccl-tests.

Sizes are bytes, rates bytes per second and direction, times seconds. ``ranks`` of 1 take no time.

Sources: NVIDIA nccl-tests, doc/PERFORMANCE.md (factors); Thakur, Rabenseifner and Gropp, Optimization of collective
communication operations in MPICH (2005); aliyun/SimAI, calbusbw.cc (bus bandwidth of multi-NIC nodes).
"""

from math import ceil, log2

KINDS = ("all-reduce", "reduce-scatter", "all-gather", "all-to-all", "broadcast", "reduce")


def bus_factor(kind: str, ranks: int) -> float:
    """Return bus bandwidth / algorithm bandwidth of a collective of ``ranks`` ranks.

    Raises:
        ValueError: ``kind`` is not one of ``KINDS``.
    """
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is not a collective; known: {', '.join(KINDS)}")
    if kind in ("broadcast", "reduce"):
        return 1.0
    return (2.0 if kind == "all-reduce" else 1.0) * (ranks - 1) / ranks


def time_s(kind: str, ranks: int, size: float, bus_rate: float) -> float:
    """Return S x factor / bus bandwidth; S is the whole array for gather and scatter."""
    return bus_factor(kind, ranks) * size / bus_rate


def ring_all_reduce_s(ranks: int, size: float, rate: float, alpha_s: float = 0.0) -> float:
    """Return 2(n-1)/n x S/B + 2(n-1) a."""
    return time_s("all-reduce", ranks, size, rate) + 2 * (ranks - 1) * alpha_s


def ring_gather_s(ranks: int, size: float, rate: float, alpha_s: float = 0.0) -> float:
    """Return (n-1)/n x S/B + (n-1) a: an all-gather or a reduce-scatter of ``size`` bytes in all."""
    return time_s("all-gather", ranks, size, rate) + (ranks - 1) * alpha_s


def tree_all_reduce_s(ranks: int, size: float, rate: float, alpha_s: float = 0.0) -> float:
    """Return 2 S/B + 2 ceil(log2 n) a: a double binary tree."""
    if ranks < 2:
        return 0.0
    return 2 * size / rate + 2 * ceil(log2(ranks)) * alpha_s


def hierarchical_all_reduce_s(
    members: int,
    nodes: int,
    size: float,
    scale_up_rate: float,
    rate: float,
    *,
    scale_up_alpha_s: float = 0.0,
    alpha_s: float = 0.0,
) -> float:
    """Return the time of reduce-scatter in each node, rings across nodes on every rail, all-gather.

    2(g-1)/g x S/Bup + 2(g-1) a_up + 2(n-1)/n x (S/g)/B + 2(n-1) a, with g ``members`` of the group in a node and
    ``rate`` the bandwidth of one member's NIC.
    """
    inside = ring_all_reduce_s(members, size, scale_up_rate, scale_up_alpha_s)
    return inside + ring_all_reduce_s(nodes, size / members, rate, alpha_s)


def all_to_all_s(ranks: int, size: float, rate: float, alpha_s: float = 0.0) -> float:
    """Return (n-1)/n x S/B + a: ``size`` bytes leave each rank, messages to all peers are in flight at once."""
    return time_s("all-to-all", ranks, size, rate) + (alpha_s if ranks > 1 else 0.0)


def send_s(size: float, rate: float, alpha_s: float = 0.0) -> float:
    """Return S/B + a: point to point."""
    return size / rate + alpha_s


def in_network_all_reduce_s(size: float, rate: float, alpha_s: float = 0.0) -> float:
    """Return S/B + 2a: switches add the gradients (InfiniBand SHARP, NVLink SHARP), never Ethernet."""
    return size / rate + 2 * alpha_s


def flat_ring_bus_rate(
    nodes: int, gpus: int, nics: int, nic_rate: float, scale_up_rate: float
) -> float:
    """Return the bus bandwidth of rings over all GPUs of multi-NIC nodes.

    One node: the scale-up rate. More: all NICs together, at most scale-up x g/(g-1).
    """
    if nodes == 1:
        return scale_up_rate
    return min(nics * nic_rate, scale_up_rate * gpus / (gpus - 1) if gpus > 1 else float("inf"))


def tree_bus_rate(nodes: int, gpus: int, nics: int, nic_rate: float, scale_up_rate: float) -> float:
    """Return the bus bandwidth of trees over nodes: the NICs' sum, twice it for 2 nodes, 4/3 for 3."""
    gain = {2: 2.0, 3: 4 / 3}.get(nodes, 1.0)
    algorithm = min(nics * nic_rate * gain, scale_up_rate)
    ranks = nodes * gpus
    return algorithm * (ranks - 1) / ranks


def all_to_all_bus_rate(nodes: int, gpus: int, nics: int, nic_rate: float) -> float:
    """Return the bus bandwidth of all-to-all per GPU: B x (nics/g) x (n g - 1)/((n - 1) g), n at least 2.

    Local peers count in it, which is why it exceeds what the NIC carries.
    """
    return nic_rate * nics / gpus * (nodes * gpus - 1) / ((nodes - 1) * gpus)


def fit_ring(
    ranks: int, points: tuple[tuple[float, float], tuple[float, float]]
) -> tuple[float, float]:
    """Return alpha (s) and B (bytes/s) of a ring all-reduce from two points (size, bus bandwidth).

    From 1/busbw = n a/S + 1/B.
    """
    (size_1, bus_1), (size_2, bus_2) = points
    alpha = (1 / bus_1 - 1 / bus_2) / (ranks * (1 / size_1 - 1 / size_2))
    return alpha, 1 / (1 / bus_2 - ranks * alpha / size_2)


def ring_bus_rate(ranks: int, size: float, rate: float, alpha_s: float) -> float:
    """Return the bus bandwidth of a ring all-reduce of ``size`` bytes."""
    return bus_factor("all-reduce", ranks) * size / ring_all_reduce_s(ranks, size, rate, alpha_s)


def even_size(ranks: int, rate: float, alpha_s: float) -> float:
    """Return n a B: the size at which a ring all-reduce spends as long on latency as on bytes."""
    return ranks * alpha_s * rate
