"""What the rules on routes share: the flows of the healthy fabric and what is wrong with them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fabricgen.model.configdb import FabricFiles
from fabricgen.rules._control_plane.causes import Cause, toward, why_no_next_hop, why_no_route
from fabricgen.rules._control_plane.forwarding import End, Flow, flow
from fabricgen.rules._control_plane.physical import Cabling, whole_cabling, wires
from fabricgen.rules._control_plane.routes import Routes, routes
from fabricgen.rules._fabric import once
from fabricgen.rules._file import listing


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One class that stands for ``like``: its flow, and the cables' width from every speaker."""

    at: int
    like: tuple[int, ...]
    flow: Flow
    widths: Mapping[int, int]


@once
def healthy(fabric: FabricFiles) -> tuple[Judged, ...]:
    """Return the flows of the healthy fabric, one a kind of prefix."""
    return judged(routes(fabric), whole_cabling(fabric))


def judged(
    computed: Routes,
    cabling: Cabling,
    *,
    near: frozenset[int] = frozenset(),
    only: int | None = None,
) -> tuple[Judged, ...]:
    """Return the flows of one state of the fabric, one a kind of prefix that anyone originates.

    Args:
        computed: The routes of that state.
        cabling: The cables of that state.
        near: Only prefixes of speakers that cables joined to one of these; empty for all.
        only: Only this class.
    """
    kinds = computed.representatives() if only is None else ((only, (only,)),)
    islands = joined(computed.fabric)
    wanted = {islands[node] for node in near}
    result: list[Judged] = []
    for at, like in kinds:
        origins = computed.origins(at)
        if not origins or (near and not any(islands[node] in wanted for node in origins)):
            continue
        widths: dict[int, int] = {}
        for origin in origins:
            for node, width in enumerate(cabling.widths(origin)):
                widths[node] = max(width, widths.get(node, 0))
        for origin in origins:
            widths[origin] = 0
        result.append(Judged(at=at, like=like, flow=flow(computed, at), widths=widths))
    return tuple(result)


@once
def joined(fabric: FabricFiles) -> tuple[int, ...]:
    """Return for each speaker the first speaker of its island of cables and sessions."""
    net = routes(fabric).net
    near: list[set[int]] = [set() for _ in net.speakers]
    pairs = [(wire.a, wire.b) for wire in wires(fabric)]
    for by_node in net.inbound.values():
        pairs += [(one.sender, one.receiver) for heard in by_node for one in heard]
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)
    first = [-1] * len(near)
    for start in range(len(near)):
        queue = [start] if first[start] < 0 else []
        for node in queue:
            if first[node] < 0:
                first[node] = start
                queue.extend(near[node])
    return tuple(first)


@dataclass(slots=True)
class Gathered:
    """What one cause does: which speakers are hurt, towards which prefixes."""

    hurt: dict[str, None] = field(default_factory=dict)
    prefixes: dict[str, None] = field(default_factory=dict)
    detail: str = ""

    def text(self) -> str:
        """Return prefixes for a message."""
        return listing(self.prefixes, 3)


def named_prefix(computed: Routes, at: int) -> str:
    """Return a class as ``prefix of device``, and how many prefixes are like it."""
    one = computed.known.classes[at]
    origin = next(iter(one.origins.values())).device
    more = f" and {len(one.prefixes) - 1} more" if len(one.prefixes) > 1 else ""
    return f"{one.prefix}{more} of {origin}"


def _gather(found: dict[tuple[str, str], tuple[Cause, Gathered]], cause: Cause) -> Gathered:
    return found.setdefault(cause.fault, (cause, Gathered()))[1]


def unreachable(fabric: FabricFiles) -> Iterator[tuple[Cause, Gathered]]:
    """Yield each cause for which speakers that cables join have no route."""
    computed, found = routes(fabric), dict[tuple[str, str], tuple[Cause, Gathered]]()
    for one in healthy(fabric):
        for node, end in enumerate(one.flow.ends):
            broken = one.flow.at[node]
            if end is End.NO_ROUTE and one.widths.get(node) and one.widths.get(broken, 1):
                gathered = _gather(found, why_no_route(computed, one.at, broken))
                gathered.hurt[computed.net.speakers[node].name] = None
                gathered.prefixes[named_prefix(computed, one.at)] = None
    yield from found.values()


def narrow(fabric: FabricFiles) -> Iterator[tuple[Cause, Gathered]]:
    """Yield each cause for which speakers use fewer links than the cables offer."""
    computed, found = routes(fabric), dict[tuple[str, str], tuple[Cause, Gathered]]()
    for one in healthy(fabric):
        for node, end in enumerate(one.flow.ends):
            width, used = one.widths.get(node, 0), len(one.flow.steps[node].over)
            if end is not End.DELIVERED or not used or used >= width:
                continue
            gathered = _gather(found, _narrow_cause(computed, one, node))
            name = computed.net.speakers[node].name
            gathered.detail = gathered.detail or f"{name} uses {used} of {width} links"
            gathered.hurt[name] = None
            gathered.prefixes[named_prefix(computed, one.at)] = None
    yield from found.values()


def _narrow_cause(computed: Routes, one: Judged, node: int) -> Cause:
    """Return why the first unused neighbour on a shortest way is not used."""
    used = Counter(hearing.sender for hearing in one.flow.steps[node].over)
    for far, count in Counter(toward(computed, one.at, node)).items():
        if used[far] < count:
            return why_no_next_hop(computed, one.at, node, far)
    return why_no_route(computed, one.at, node)


def carries_hosts(computed: Routes, at: int, ranks: Mapping[int, int]) -> bool:
    """Return whether hosts are behind a class: a DPU's address, or a leaf's prefix of many."""
    one = computed.known.classes[at]
    single = one.prefix.length == one.prefix.bits
    return any(not ranks.get(node, 0) or (ranks[node] == 1 and not single) for node in one.origins)
