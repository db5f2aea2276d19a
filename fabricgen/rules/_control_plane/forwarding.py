"""Where packets really go: the most specific route of every speaker on the way."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from fabricgen.rules._control_plane.network import Hearing, positions
from fabricgen.rules._control_plane.prefix_list import Prefix
from fabricgen.rules._control_plane.routes import Routes
from fabricgen.rules._fabric import owners


class End(StrEnum):
    """What becomes of packets at a speaker."""

    DELIVERED = "delivered"
    NO_ROUTE = "no route"
    DROPPED = "dropped"
    LOOP = "loop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What a speaker does with packets of a destination.

    ``over`` are the sessions it forwards on, ``to`` the speakers that a static route names; without
    any, ``end`` says what becomes of them. ``by`` is the prefix that decides.
    """

    over: tuple[Hearing, ...]
    end: End
    by: Prefix | None
    to: tuple[int, ...] = ()

    @property
    def nodes(self) -> tuple[int, ...]:
        """The speakers it forwards to, each once."""
        return self.to or tuple(dict.fromkeys(one.sender for one in self.over))


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """How packets to one class of prefixes travel.

    ``ends`` gives for each speaker the worst end of its packets, ``at`` the speaker where that is.
    """

    steps: tuple[Step, ...]
    ends: tuple[End, ...]
    at: tuple[int, ...]

    def next_hops(self, node: int) -> tuple[int, ...]:
        """Return the speakers that ``node`` forwards to, each once."""
        return self.steps[node].nodes


_WORSE = {End.DELIVERED: 0, End.NO_ROUTE: 1, End.DROPPED: 2, End.LOOP: 3}


def _static(routes: Routes, node: int, prefix: Prefix) -> Step:
    local = routes.local(node)
    if local.statics[prefix]:
        return Step(over=(), end=End.DROPPED, by=prefix)
    index = positions(routes.fabric)
    held = (one for hop in local.hops.get(prefix, ()) for one in owners(routes.fabric).get(hop, ()))
    nodes = dict.fromkeys(index[one.device] for one in held if one.device in index)
    return Step(over=(), end=End.DELIVERED, by=prefix, to=tuple(n for n in nodes if n != node))


def _step(routes: Routes, at: int, node: int, chain: tuple[int, ...]) -> Step:
    target = routes.known.classes[at]
    local = routes.local(node)
    if node in target.origins and local.statics.get(target.prefix, True):
        return Step(over=(), end=End.DELIVERED, by=target.prefix)
    found: list[tuple[int, int, Prefix, Step]] = []
    if any(holder == node for holder, _ in target.held):
        found += [
            (-one.length, 0, one, Step(over=(), end=End.DELIVERED, by=one))
            for one in local.connected
            if one.covers(target.prefix)
        ]
        found += [
            (-one.length, 1, one, _static(routes, node, one))
            for one in local.statics
            if one.covers(target.prefix)
        ]
    for other in chain:
        best = routes.best(other, node)
        if best is not None:
            wide = next(p for p in routes.known.classes[other].prefixes if p.covers(target.prefix))
            end = End.LOOP if best.over else End.DROPPED
            found.append((-wide.length, 2, wide, Step(over=best.over, end=end, by=wide)))
    if not found:
        return Step(over=(), end=End.NO_ROUTE, by=None)
    return min(found, key=lambda one: one[:3])[3]


def flow(routes: Routes, at: int) -> Flow:
    """Return how packets to class ``at`` travel from every speaker."""
    chain = (at, *routes.known.wider[at])
    count = len(routes.net.speakers)
    steps = tuple(_step(routes, at, node, chain) for node in range(count))
    ends: dict[int, tuple[End, int]] = {}
    for start in range(count):
        _follow(steps, start, ends)
    return Flow(
        steps=steps,
        ends=tuple(ends[node][0] for node in range(count)),
        at=tuple(ends[node][1] for node in range(count)),
    )


def _follow(steps: tuple[Step, ...], start: int, ends: dict[int, tuple[End, int]]) -> None:
    """Fill in the end of ``start`` and of all speakers on the way."""
    stack: list[tuple[int, list[int]]] = []
    open_nodes: set[int] = set()

    def enter(node: int) -> None:
        open_nodes.add(node)
        stack.append((node, list(steps[node].nodes)))

    if start not in ends:
        enter(start)
    while stack:
        node, left = stack[-1]
        if left:
            after = left.pop()
            if after in open_nodes:
                ends[node] = End.LOOP, node
            elif after not in ends:
                enter(after)
            else:
                _worsen(ends, node, ends[after])
            continue
        stack.pop()
        open_nodes.discard(node)
        if not steps[node].nodes:
            ends[node] = steps[node].end, node
        if stack:
            _worsen(ends, stack[-1][0], ends[node])


def _worsen(ends: dict[int, tuple[End, int]], node: int, found: tuple[End, int]) -> None:
    known = ends.get(node)
    if known is None or _WORSE[found[0]] > _WORSE[known[0]]:
        ends[node] = found


def valleys(flow_: Flow, ranks: Mapping[int, int]) -> tuple[tuple[int, int, int], ...]:
    """Return (above, turn, next) where packets come down to ``turn`` and go up again.

    Args:
        flow_: How packets of one class travel.
        ranks: The tier of each speaker as a number; speakers without one are passed over.
    """
    from_above: dict[int, int] = {}
    for node in range(len(flow_.steps)):
        for after in flow_.next_hops(node):
            if node in ranks and after in ranks and ranks[node] > ranks[after]:
                from_above.setdefault(after, node)
    result: list[tuple[int, int, int]] = []
    for turn, above in sorted(from_above.items()):
        up = [one for one in flow_.next_hops(turn) if one in ranks and ranks[one] > ranks[turn]]
        if up:
            result.append((above, turn, up[0]))
    return tuple(result)
