"""Spread work on independent items over processes; the order of results never changes."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, cast

Item = TypeVar("Item")
Result = TypeVar("Result")

_work: Callable[..., object] | None = None


def _call(item: object) -> object:
    assert _work is not None
    return _work(item)


def spread(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """Yield ``work(item)`` for each item in order, on ``jobs`` processes.

    Processes are forked so that ``work`` may be a closure over a large design. Where the system
    cannot fork, or for a single job, the work is done in this process.
    """
    if jobs <= 1 or len(items) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(work, items)
        return
    global _work
    _work = work
    try:
        with multiprocessing.get_context("fork").Pool(jobs) as pool:
            chunk = max(1, len(items) // (jobs * 8))
            yield from cast("Iterator[Result]", pool.imap(_call, items, chunk))
    finally:
        _work = None
