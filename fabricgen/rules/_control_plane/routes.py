"""Routes of all prefixes, solved when asked for; prefixes and speakers that behave alike, once."""

from collections import Counter
from collections.abc import Mapping, Sequence

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.rules._control_plane.network import Hearing, Network, network, refined
from fabricgen.rules._control_plane.origins import LocalTable, local_tables
from fabricgen.rules._control_plane.policy import Policy, Route
from fabricgen.rules._control_plane.prefix_classes import PrefixClass, lists_of, prefixes
from fabricgen.rules._control_plane.solve import Best, Solution, solve
from fabricgen.rules._fabric import once
from fabricgen.rules._fabric_roles import tiers


class Routes:
    """The routes of a fabric, healthy or after losses; each class is solved when first asked for."""

    def __init__(
        self,
        fabric: FabricFiles,
        lost_links: frozenset[tuple[FileEnd, FileEnd]] = frozenset(),
        lost_nodes: frozenset[int] = frozenset(),
    ) -> None:
        whole = network(fabric)
        self.fabric = fabric
        self.lost_links = lost_links
        self.lost_nodes = lost_nodes
        self.net: Network = (
            whole.without(lost_links, lost_nodes) if lost_links or lost_nodes else whole
        )
        self.known = prefixes(fabric)
        self.locals: Mapping[str, LocalTable] = local_tables(fabric)
        self._solved: dict[tuple[int, int], Solution] = {}

    def names(self, nodes: Sequence[int]) -> tuple[str, ...]:
        """Return the device names of speakers."""
        return tuple(self.net.speakers[node].name for node in nodes)

    def local(self, node: int) -> LocalTable:
        """Return what a speaker knows without BGP."""
        return self.locals[self.net.speakers[node].name]

    def origins(self, at: int, order: int = 1) -> Mapping[int, Route]:
        """Return the speakers that really originate a class: aggregates need a prefix inside."""
        one = self.known.classes[at]
        return {
            node: row.route
            for node, row in one.origins.items()
            if node not in self.lost_nodes and (not row.needs or self._contributes(at, node, order))
        }

    def _contributes(self, at: int, node: int, order: int) -> bool:
        return any(
            self.solution(inner, order).best[node] is not None
            for inner, around in enumerate(self.known.wider)
            if at in around
        )

    def solution(self, at: int, order: int = 1) -> Solution:
        """Return what every speaker ends up with for class ``at``."""
        if (at, order) not in self._solved:
            prefix = self.known.classes[at].prefix
            summarised = {
                node: True
                for node, speaker in enumerate(self.net.speakers)
                if any(
                    one != prefix and one.covers(prefix)
                    for one in self.locals[speaker.name].summaries
                )
            }
            self._solved[at, order] = solve(
                self.net, prefix, self.origins(at, order), summarised=summarised, order=order
            )
        return self._solved[at, order]

    def best(self, at: int, node: int) -> Best | None:
        """Return the best route of a speaker for a class."""
        return self.solution(at).best[node]

    def colours(self, version: int) -> tuple[int, ...]:
        """Return a number for each speaker, equal where nothing can tell two of them apart."""
        shared = Counter(one.asn for one in self.net.speakers)
        tier, counts = tiers(self.fabric), Counter[tuple[int, object]]()
        for one in self.known.classes:
            for node, row in one.origins.items():
                counts[node, (row.route, row.needs, one.prefix.version)] += len(one.prefixes)
        own: dict[int, list[object]] = {}
        for (node, what), count in counts.items():
            own.setdefault(node, []).append((what, count))
        kinds: dict[object, int] = {}
        start = [
            kinds.setdefault(
                (
                    one.asn if shared[one.asn] > 1 else None,
                    (one.relax, one.max_paths[version], tier[one.name], at in self.lost_nodes),
                    tuple(map(str, own.get(at, ()))),
                ),
                len(kinds),
            )
            for at, one in enumerate(self.net.speakers)
        ]
        return refined(start, self.net.inbound[version], self._label)

    def _label(self, one: Hearing) -> object:
        return (
            one.external,
            one.allow_own,
            one.link is None,
            self._shape(one.policy_out, one.sender),
            self._shape(one.policy_in, one.receiver),
        )

    def _shape(self, policy: Policy | None, owner: int) -> object:
        """Return what a policy does, its lists by how many own and other classes they permit."""
        if policy is None or policy.plain:
            return policy
        shapes = self._shapes()
        return policy.name, tuple(
            (shapes[self.known.lists[one]][owner], shapes[self.known.lists[one]][-1])
            for one in lists_of(policy)
        )

    def _shapes(self) -> Mapping[int, Counter[int]]:
        """Return for each list how many permitted classes each speaker originates; -1 counts all."""
        if not hasattr(self, "_kept_shapes"):
            kept: dict[int, Counter[int]] = {at: Counter() for at in self.known.lists.values()}
            for one in self.known.classes:
                for at in one.permitted:
                    kept[at].update(one.origins.keys())
                    kept[at][-1] += 1
            self._kept_shapes: Mapping[int, Counter[int]] = kept
        return self._kept_shapes

    def representatives(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return one class of each kind and all classes of its kind."""
        groups: dict[object, list[int]] = {}
        colours = {version: self.colours(version) for version in self.net.inbound}
        for at, one in enumerate(self.known.classes):
            colour = colours[one.prefix.version]
            origin = sorted((colour[node], str(row.route)) for node, row in one.origins.items())
            key = (
                one.prefix.version, tuple(origin), len(one.permitted),
                len(self.known.wider[at]), any(row.needs for row in one.origins.values()),
                self._own_lists(one), tuple(sorted((colour[node], kind) for node, kind in one.held)),
            )  # fmt: skip
            groups.setdefault(key, []).append(at)
        return tuple((members[0], tuple(members)) for members in groups.values())

    def _own_lists(self, one: PrefixClass) -> int:
        """Return how many lists that the originators use permit the class."""
        shapes = self._shapes()
        return sum(any(shapes[at][node] for node in one.origins) for at in one.permitted)


@once
def routes(fabric: FabricFiles) -> Routes:
    """Return the routes of the healthy fabric."""
    return Routes(fabric)
