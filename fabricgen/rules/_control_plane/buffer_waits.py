"""Which buffers wait for which: a cycle of waits in a lossless class is a possible deadlock.

Source: Dally and Seitz, channel dependency graphs; Hu et al., Tagger (CoNEXT 2017).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from fabricgen.model.configdb import FabricFiles
from fabricgen.rules._control_plane.forwarding import Flow, flow
from fabricgen.rules._control_plane.physical import ranks
from fabricgen.rules._control_plane.routes import Routes
from fabricgen.rules._control_plane.verdicts import carries_hosts
from fabricgen.rules._fabric import once
from fabricgen.rules._fabric_qos import classes


class Channel(NamedTuple):
    """The buffer behind a link in one direction, of one priority."""

    sender: str
    receiver: str
    priority: int


def waits(paths: Iterable[Sequence[Channel]]) -> Mapping[Channel, frozenset[Channel]]:
    """Return for each channel the channels that its packets may wait for.

    Args:
        paths: The channels of a packet's way, in order; the priority may change from hop to hop.
    """
    graph: dict[Channel, set[Channel]] = {}
    for path in paths:
        for held, wanted in pairwise(path):
            graph.setdefault(held, set()).add(wanted)
    return {channel: frozenset(wanted) for channel, wanted in graph.items()}


def cycle(graph: Mapping[Channel, frozenset[Channel]]) -> tuple[Channel, ...]:
    """Return the channels of one cycle in order, empty if there is none."""
    done: set[Channel] = set()
    for start in sorted(graph):
        if start in done:
            continue
        way = [start]
        open_ = {start: 0}
        stack = [iter(sorted(graph[start]))]
        while stack:
            after = next(stack[-1], None)
            if after is None:
                stack.pop()
                gone = way.pop()
                done.add(gone)
                del open_[gone]
            elif after in open_:
                return tuple(way[open_[after] :])
            elif after not in done:
                open_[after] = len(way)
                way.append(after)
                stack.append(iter(sorted(graph.get(after, ()))))
    return ()


def turns_back(one: Flow, ranks: Mapping[int, int]) -> bool:
    """Return whether packets that came down or sideways go up or sideways again somewhere.

    Without such a turn the waits follow the tiers up and then down, and no cycle can close. A
    speaker of unknown tier counts as a turn.
    """
    lateral: set[int] = set()
    for node in range(len(one.steps)):
        for after in one.next_hops(node):
            if node not in ranks or after not in ranks or ranks[node] >= ranks[after]:
                lateral.add(after)
    return any(
        after not in ranks or node not in ranks or ranks[after] >= ranks[node]
        for node in lateral
        for after in one.next_hops(node)
    )


@once
def lossless(fabric: FabricFiles) -> Mapping[str, frozenset[int]]:
    """Return the priorities with pause on any port, by device."""
    return {
        name: frozenset(
            int(one) for port in ports.values() for one in port.pause if one.isdecimal()
        )
        for name, ports in classes(fabric).items()
    }


def fabric_waits(routes: Routes) -> Mapping[Channel, frozenset[Channel]]:
    """Return the waits of all lossless priorities over the routes to all hosts."""
    pause = lossless(routes.fabric)
    names = [one.name for one in routes.net.speakers]
    graph: dict[Channel, set[Channel]] = {}
    for at in range(len(routes.known.classes)):
        if not carries_hosts(routes, at, ranks(routes.fabric)):
            continue
        one = flow(routes, at)
        for node, name in enumerate(names):
            for middle in one.next_hops(node):
                for after in one.next_hops(middle):
                    both = pause[names[middle]] & pause[names[after]] & pause[name]
                    for priority in both:
                        held = Channel(name, names[middle], priority)
                        graph.setdefault(held, set()).add(
                            Channel(names[middle], names[after], priority)
                        )
    return {channel: frozenset(wanted) for channel, wanted in graph.items()}


def told(channels: Sequence[Channel]) -> str:
    """Return a cycle in words."""
    way = ", ".join(f"{one.sender} to {one.receiver}" for one in channels)
    return f"priority {channels[0].priority}: {way}, and again"
