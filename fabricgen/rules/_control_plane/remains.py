"""What is left after each kind of single loss: reach, equal paths, capacity, and the busiest link."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.losses import Remainder
from fabricgen.rules._control_plane.failures import Loss, losses, state_after
from fabricgen.rules._control_plane.forwarding import End, Flow, flow
from fabricgen.rules._control_plane.network import Hearing
from fabricgen.rules._control_plane.physical import ranks
from fabricgen.rules._control_plane.routes import Routes, routes
from fabricgen.rules._control_plane.verdicts import carries_hosts, joined
from fabricgen.rules._fabric import number
from fabricgen.rules._fabric_link import port_field

_SENDERS = (0, 1)  # DPUs and leaves
_speed = port_field("speed", "0")


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """Of one prefix: who reaches it, at what rate over how many paths; the load of the busiest link a Mb/s."""

    mbps: Mapping[int, int]
    paths: Mapping[int, int]
    busiest: Fraction
    reached: frozenset[int]


def remains(fabric: FabricFiles) -> Iterator[Remainder]:
    """Yield what every kind of single loss leaves; links and devices that are alike count once."""
    whole = routes(fabric)
    rank = ranks(fabric)
    hosts = [
        at
        for at in range(len(whole.known.classes))
        if whole.origins(at) and carries_hosts(whole, at, rank)
    ]
    before: dict[int, _View] = {}
    for loss in losses(fabric):
        yield _remainder(fabric, loss, hosts, before)
    yield from _planes(fabric, hosts)


def _planes(fabric: FabricFiles, hosts: list[int]) -> Iterator[Remainder]:
    """Yield the loss of a whole plane where several are alike: islands that no cable or session joins.

    A host that has a port in each keeps the others.
    """
    whole, island = routes(fabric), joined(fabric)
    tiers = ranks(fabric)
    shapes: dict[int, Counter[int]] = {}
    for node, first in enumerate(island):
        if node in tiers:
            shapes.setdefault(first, Counter())[tiers[node]] += 1
    alike: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for first, shape in shapes.items():
        alike.setdefault(tuple(sorted(shape.items())), []).append(first)
    for members in alike.values():
        first, count = members[0], len(members)
        gone = sum(
            len(whole.known.classes[at].prefixes)
            for at in hosts
            if any(island[node] == first for node in whole.origins(at))
        )
        if count > 1 and gone:
            yield Remainder(
                loss=f"the whole plane of {whole.net.speakers[first].name}",
                like_count=count - 1,
                gone=gone,
                cut=0,
                hurt="hosts of all planes",
                paths=count - 1,
                paths_before=count,
                left_mbps=0,
                before_mbps=0,
                busiest=Fraction(count, count - 1),
            )


def _remainder(
    fabric: FabricFiles, loss: Loss, hosts: list[int], before: dict[int, _View]
) -> Remainder:
    whole, rank = routes(fabric), ranks(fabric)
    computed, states = state_after(fabric, loss)
    gone = sum(len(whole.known.classes[at].prefixes) for at in hosts if not computed.origins(at))
    cut, busiest = 0, Fraction(1)
    worst: tuple[Fraction, int, int, int, int, int] | None = None
    for one in states:
        if not carries_hosts(computed, one.at, rank):
            continue
        if one.at not in before:
            before[one.at] = _view(whole, one.at, flow(whole, one.at), frozenset())
        known, now = before[one.at], _view(computed, one.at, one.flow, loss.nodes)
        cut += len(known.reached - now.reached - loss.nodes) * len(one.like)
        if known.busiest:
            busiest = max(busiest, now.busiest / known.busiest)
        for node, mbps in now.mbps.items():
            healthy = known.mbps.get(node, 0)
            if mbps < healthy:
                row = (
                    Fraction(mbps, healthy),
                    node,
                    now.paths[node],
                    known.paths[node],
                    mbps,
                    healthy,
                )
                worst = row if worst is None else min(worst, row)
    _, node, paths, paths_before, left, healthy = worst or (Fraction(1), -1, 0, 0, 0, 0)
    return Remainder(
        loss=loss.name,
        like_count=loss.like_count,
        gone=gone,
        cut=cut,
        hurt=whole.net.speakers[node].name if worst else "",
        paths=paths,
        paths_before=paths_before,
        left_mbps=left,
        before_mbps=healthy,
        busiest=busiest,
    )


def _view(computed: Routes, at: int, found: Flow, lost: frozenset[int]) -> _View:
    fabric, rank, origins = computed.fabric, ranks(computed.fabric), computed.origins(at)
    mbps: dict[int, int] = {}
    paths: dict[int, int] = {}
    reached: set[int] = set()
    load: dict[int, Fraction] = {}
    for node, end in enumerate(found.ends):
        if rank.get(node) not in _SENDERS or node in origins or node in lost:
            continue
        if end is not End.DELIVERED:
            continue
        reached.add(node)
        over = found.steps[node].over
        if over:
            mbps[node] = sum(_mbps(fabric, one) for one in over)
            paths[node] = len(over)
            load[node] = Fraction(1)
    busiest = _busiest(fabric, found, load)
    return _View(mbps=mbps, paths=paths, busiest=busiest, reached=frozenset(reached))


def _mbps(fabric: FabricFiles, one: Hearing) -> int:
    return (number(_speed(fabric, one.link[0])) or 0) if one.link else 0


def _busiest(fabric: FabricFiles, found: Flow, sent: dict[int, Fraction]) -> Fraction:
    """Return the load of the busiest link a Mb/s, one unit sent by each sender and shared equally."""
    most, load = Fraction(0), dict(sent)
    for node in _downstream(found, sent):
        over, share = found.steps[node].over, load.get(node, Fraction(0))
        for one in over:
            part = share / len(over)
            load[one.sender] = load.get(one.sender, Fraction(0)) + part
            mbps = _mbps(fabric, one)
            if mbps:
                most = max(most, part / mbps)
    return most


def _downstream(found: Flow, senders: Mapping[int, Fraction]) -> list[int]:
    """Return the nodes that packets cross, each before those it forwards to (flows have no loop here)."""
    order: list[int] = []
    seen: set[int] = set()
    stack = [(node, False) for node in senders]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(one.sender, False) for one in found.steps[node].over]
    return order[::-1]
