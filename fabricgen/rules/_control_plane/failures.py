"""What is left after the loss of any one link or device."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.rules._control_plane.buffer_waits import (
    Channel,
    cycle,
    fabric_waits,
    lossless,
    turns_back,
)
from fabricgen.rules._control_plane.forwarding import End, valleys
from fabricgen.rules._control_plane.network import both_ways
from fabricgen.rules._control_plane.physical import Cabling, Wire, ranks, whole_cabling, wires
from fabricgen.rules._control_plane.routes import Routes, routes
from fabricgen.rules._control_plane.verdicts import (
    Judged,
    carries_hosts,
    healthy,
    judged,
    named_prefix,
)
from fabricgen.rules._fabric import named, once


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A link or device that is lost, and how many others would do exactly the same.

    ``device`` is an end of the link or the device itself.
    """

    name: str
    links: frozenset[tuple[FileEnd, FileEnd]]
    nodes: frozenset[int]
    device: str
    port: str | None
    like_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a loss does beyond what the lost cables explain.

    ``cut`` holds (speaker, prefix, end): the cables still join them, packets do not arrive.
    ``narrow`` holds (speaker, prefix, links used, links left). ``turns`` holds (above, turn, next,
    prefix) of valleys. ``waits`` is a cycle of buffer waits, empty where there is none.
    """

    loss: Loss
    cut: tuple[tuple[str, str, End], ...]
    narrow: tuple[tuple[str, str, int, int], ...]
    turns: tuple[tuple[str, str, str, str], ...]
    waits: tuple[Channel, ...]


def losses(fabric: FabricFiles) -> Iterator[Loss]:
    """Yield one link and one device of each kind; path-vector cannot tell the others apart."""
    whole = routes(fabric)
    colours = tuple(zip(*(whole.colours(version) for version in whole.net.inbound), strict=True))
    pairs = Counter(_pair(wire) for wire in wires(fabric))
    groups: dict[object, list[Loss]] = {}
    for wire in wires(fabric):
        kind = tuple(sorted((colours[wire.a], colours[wire.b]))), pairs[_pair(wire)]
        groups.setdefault(("link", kind), []).append(_of_link(wire))
    for node, speaker in enumerate(whole.net.speakers):
        if ranks(fabric).get(node):
            groups.setdefault(("device", colours[node]), []).append(_of_device(node, speaker.name))
    for members in groups.values():
        yield replace(members[0], like_count=len(members) - 1)


def _pair(wire: Wire) -> tuple[int, int]:
    return min(wire.a, wire.b), max(wire.a, wire.b)


def _of_link(wire: Wire) -> Loss:
    return Loss(
        name=f"the link {named(wire.ends[0])} to {named(wire.ends[1])}",
        links=both_ways(*wire.ends),
        nodes=frozenset(),
        device=wire.ends[0].device,
        port=wire.ends[0].port,
    )


def _of_device(node: int, name: str) -> Loss:
    return Loss(name=name, links=frozenset(), nodes=frozenset({node}), device=name, port=None)


@once
def single_losses(fabric: FabricFiles) -> tuple[Outcome, ...]:
    """Return what every single loss does, one outcome a kind of loss."""
    outcomes: list[Outcome] = []
    for loss in losses(fabric):
        computed, states = state_after(fabric, loss)
        outcomes.append(_outcome(computed, loss, states))
    return tuple(outcomes)


def state_after(fabric: FabricFiles, loss: Loss) -> tuple[Routes, tuple[Judged, ...]]:
    """Return the routes after a loss, and the flows of the island it happened in."""
    computed = Routes(fabric, loss.links, loss.nodes)
    cabling = Cabling(fabric, loss.links, loss.nodes)
    return computed, judged(computed, cabling, near=loss.nodes | _ends(fabric, loss))


def _ends(fabric: FabricFiles, loss: Loss) -> frozenset[int]:
    names = {end.device for pair in loss.links for end in pair}
    return frozenset(at for at, one in enumerate(routes(fabric).net.speakers) if one.name in names)


@once
def _known(fabric: FabricFiles) -> dict[int, frozenset[int]]:
    """Return by class the speakers that reach it at full width while nothing is lost.

    Holds the classes that stand for others to begin with; the rest is added when asked for.
    """
    return {one.at: _good(one) for one in healthy(fabric)}


def _good(one: Judged) -> frozenset[int]:
    return frozenset(
        node
        for node, end in enumerate(one.flow.ends)
        if end is End.DELIVERED and len(one.flow.steps[node].over) >= one.widths.get(node, 0)
    )


def _well(fabric: FabricFiles, at: int) -> frozenset[int]:
    known = _known(fabric)
    if at not in known:
        states = judged(routes(fabric), whole_cabling(fabric), only=at)
        known[at] = _good(states[0]) if states else frozenset()
    return known[at]


def _outcome(computed: Routes, loss: Loss, states: Sequence[Judged]) -> Outcome:
    fabric, names = computed.fabric, [one.name for one in computed.net.speakers]
    rank = ranks(fabric)
    cut: list[tuple[str, str, End]] = []
    narrow: list[tuple[str, str, int, int]] = []
    turns: list[tuple[str, str, str, str]] = []
    back = False
    for one in states:
        prefix = named_prefix(computed, one.at)
        good = _well(fabric, one.at)
        for node, end in enumerate(one.flow.ends):
            width, used = one.widths.get(node, 0), len(one.flow.steps[node].over)
            if not width or node not in good:
                continue
            if end is not End.DELIVERED:
                cut.append((names[node], prefix, end))
            elif 0 < used < width:
                narrow.append((names[node], prefix, used, width))
        if carries_hosts(computed, one.at, rank):
            for above, turn, after in valleys(one.flow, rank):
                turns.append((names[above], names[turn], names[after], prefix))
            back = back or turns_back(one.flow, rank)
    waits: tuple[Channel, ...] = ()
    if back and any(lossless(fabric).values()):
        waits = cycle(fabric_waits(computed))
    return Outcome(loss=loss, cut=tuple(cut), narrow=tuple(narrow), turns=tuple(turns), waits=waits)
