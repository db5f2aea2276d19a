"""Which nodes a job runs on, in rank order."""

from collections.abc import Iterator, Sequence
from math import gcd

from fabricgen.model.intent import JobIntent


class PlacementError(ValueError):
    """The nodes a job names cannot hold it; the text says why, ``hint`` what to change."""

    def __init__(self, text: str, hint: str) -> None:
        super().__init__(text)
        self.hint = hint


def place(job: JobIntent, count: int, free: Sequence[int], total: int) -> tuple[int, ...]:
    """Return ``count`` nodes of a job by number from 0.

    Contiguous jobs take the next free nodes. Scattered ones take every k-th free node in turn, k near 0.618 of
    them and coprime to their number, so that neighbours in rank are never neighbours in place.

    Args:
        job: Its placement and the nodes it names.
        count: Nodes it needs.
        free: Nodes no earlier job holds.
        total: Nodes of the cluster.

    Raises:
        PlacementError: Too few nodes are named or free, or one is beyond the cluster or taken.
    """
    if job.nodes:
        return _given(job, count, frozenset(free), total)
    if count > len(free):
        raise PlacementError(
            f"the job needs {count} nodes and {len(free)} of {total} are free",
            "shrink an earlier job, or add nodes",
        )
    if job.placement == "contiguous" or len(free) < 4:
        return tuple(free[:count])
    step = _stride(len(free))
    return tuple(free[i * step % len(free)] for i in range(count))


def _stride(count: int) -> int:
    step = max(2, round(count * 0.618))
    while gcd(step, count) != 1:
        step += 1
    return step


def _given(job: JobIntent, count: int, free: frozenset[int], total: int) -> tuple[int, ...]:
    named = tuple(_numbers(job.nodes))
    beyond = [n for n in named if n >= total]
    if beyond:
        raise PlacementError(
            f"node {beyond[0] + 1} is named and the cluster has {total} nodes",
            f"nodes count from 1 to {total}",
        )
    if len(set(named)) < len(named):
        raise PlacementError("a node is named twice", "name each node once")
    taken = [n for n in named if n not in free]
    if taken:
        raise PlacementError(
            f"node {taken[0] + 1} already runs an earlier job", "give each job its own nodes"
        )
    if len(named) != count:
        raise PlacementError(
            f"{len(named)} nodes are named and the job's GPUs need {count}",
            f"name {count} nodes, or change gpus",
        )
    return named


def _numbers(ranges: Sequence[str]) -> Iterator[int]:
    for text in ranges:
        first, _, last = text.partition("-")
        yield from range(int(first) - 1, int(last or first))
