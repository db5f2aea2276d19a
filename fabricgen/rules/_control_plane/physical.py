"""What the cables would allow: shortest up-and-down paths and their width."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.rules._control_plane.bring_up import port_up
from fabricgen.rules._control_plane.network import both_ways, positions
from fabricgen.rules._fabric import once
from fabricgen.rules._fabric_roles import Tier, tiers

RANKS = {Tier.DPU: 0, Tier.LEAF: 1, Tier.SPINE: 2, Tier.SUPER_SPINE: 3}
_FAR = 1 << 20


@once
def ranks(fabric: FabricFiles) -> Mapping[int, int]:
    """Return the tier of each speaker as a number; none where the files do not say."""
    tier = tiers(fabric)
    return {at: RANKS[tier[name]] for name, at in positions(fabric).items() if tier[name] in RANKS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """A cable between two speakers whose ports are both up."""

    a: int
    b: int
    ends: tuple[FileEnd, FileEnd]


@once
def wires(fabric: FabricFiles) -> tuple[Wire, ...]:
    """Return the cables between speakers of known tiers."""
    index, rank = positions(fabric), ranks(fabric)
    result: list[Wire] = []
    for link in fabric.links:
        a, b = index.get(link.a.device), index.get(link.b.device)
        if a not in rank or b not in rank or a is None or b is None:
            continue
        if all(port_up(fabric.devices[end.device], end.port) for end in (link.a, link.b)):
            result.append(Wire(a=a, b=b, ends=(link.a, link.b)))
    return tuple(result)


class Cabling:
    """The cables as neighbours by direction, after losses."""

    def __init__(
        self,
        fabric: FabricFiles,
        lost_links: frozenset[tuple[FileEnd, FileEnd]] = frozenset(),
        lost_nodes: frozenset[int] = frozenset(),
    ) -> None:
        rank, count = ranks(fabric), len(positions(fabric))
        self.rank = rank
        self.up: list[list[int]] = [[] for _ in range(count)]
        self.down: list[list[int]] = [[] for _ in range(count)]
        self.level: list[list[int]] = [[] for _ in range(count)]
        for wire in wires(fabric):
            if wire.a in lost_nodes or wire.b in lost_nodes or both_ways(*wire.ends) & lost_links:
                continue
            for one, other in ((wire.a, wire.b), (wire.b, wire.a)):
                side = rank[one] - rank[other]
                (self.level if not side else self.down if side > 0 else self.up)[one].append(other)
        self._order = sorted(rank, key=lambda node: (-rank[node], node))

    def widths(self, target: int) -> Sequence[int]:
        """Return over how many cables each speaker's shortest up-and-down paths to ``target`` start.

        0 where there is no such path, and for the target itself.
        """
        falling, length = self._lengths(target)
        width = [0] * len(self.up)
        for node in self._order:
            ways = [] if node == target else self._ways(node, falling, length)
            least = min((way for _, way in ways), default=_FAR)
            if least < _FAR:
                width[node] = sum(way == least for _, way in ways)
        return width

    def toward(self, node: int, target: int) -> tuple[int, ...]:
        """Return the neighbours on the shortest up-and-down paths, one entry a cable."""
        ways = self._ways(node, *self._lengths(target))
        least = min((way for _, way in ways), default=_FAR)
        return tuple(far for far, way in ways if way == least < _FAR)

    def _ways(
        self, node: int, falling: Sequence[int], length: Sequence[int]
    ) -> list[tuple[int, int]]:
        ways = [(one, falling[one]) for one in self.down[node]]
        ways += [(one, falling[one]) for one in self.level[node]]
        ways += [(one, length[one]) for one in self.up[node]]
        return ways

    def _lengths(self, target: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return each speaker's cables to the target going only down, and up and then down."""
        falling = [_FAR] * len(self.up)
        falling[target] = 0
        queue = [target]
        for node in queue:
            for above in self.up[node]:
                if falling[above] == _FAR:
                    falling[above] = falling[node] + 1
                    queue.append(above)
        length = list(falling)
        for node in self._order:
            least = min((way for _, way in self._ways(node, falling, length)), default=_FAR)
            if least < _FAR and node != target:
                length[node] = least + 1
        return falling, length


@once
def whole_cabling(fabric: FabricFiles) -> Cabling:
    """Return the cables of the healthy fabric."""
    return Cabling(fabric)
