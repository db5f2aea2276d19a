"""Path-vector computation to a fixed point for one prefix."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabricgen.rules._control_plane.network import Hearing, Network
from fabricgen.rules._control_plane.policy import NO_ADVERTISE, NO_EXPORT, Route
from fabricgen.rules._control_plane.prefix_list import Prefix

_MOST_ROUNDS = 200
_DEFAULT_PREFERENCE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """What a speaker chose for a prefix.

    ``over`` are the sessions it forwards on, empty where it originates the prefix; ``learned`` is the
    session of the route that it passes on.
    """

    route: Route
    over: tuple[Hearing, ...] = ()
    learned: Hearing | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The best route of each speaker, None where it has none.

    ``settled`` is False where the routes still changed after 200 rounds: they oscillate.
    """

    prefix: Prefix
    best: tuple[Best | None, ...]
    settled: bool = True


class _Exchange:
    """Routes as they pass over sessions, each distinct case computed once."""

    def __init__(self, net: Network, prefix: Prefix, summaries: Mapping[int, bool]) -> None:
        self.net = net
        self.prefix = prefix
        self.summaries = summaries
        self.offered: dict[tuple[Route, int | None, int, bool], Route | None] = {}
        self.taken: dict[tuple[Route, int], Route | None] = {}

    def passed(self, hearing: Hearing, best: Best) -> Route | None:
        """Return the route as the receiver takes it over a session, None if it does not."""
        learned = best.learned
        if learned is not None:
            if learned.sender == hearing.receiver:
                return None
            if not hearing.external:  # the next hop stays outside, and iBGP is not passed on
                return None
        if self.summaries and self.summaries.get(hearing.sender):
            return None
        sent = self._sent(hearing, best.route, own=learned is None)
        if sent is None:
            return None
        if sent.path.count(self.net.speakers[hearing.receiver].asn) > hearing.allow_own:
            return None
        policy = hearing.policy_in
        if policy is None:
            return sent
        key = sent, id(policy)
        if key not in self.taken:
            self.taken[key] = policy.apply(sent, self.prefix)
        return self.taken[key]

    def _sent(self, hearing: Hearing, route: Route, *, own: bool) -> Route | None:
        asn = self.net.speakers[hearing.sender].asn if hearing.external else None
        key = route, asn, id(hearing.policy_out), own
        if key not in self.offered:
            self.offered[key] = self._offered(hearing, route, asn, own=own)
        return self.offered[key]

    def _offered(
        self, hearing: Hearing, route: Route, asn: int | None, *, own: bool
    ) -> Route | None:
        tags = route.communities
        if tags and (NO_ADVERTISE in tags or (NO_EXPORT in tags and hearing.external)):
            return None
        sent: Route | None = route if own else route._replace(med=0)
        if hearing.policy_out is not None and sent is not None:
            sent = hearing.policy_out.apply(sent, self.prefix)
        if sent is None or asn is None:
            return sent
        return sent._replace(path=(asn, *sent.path), preference=_DEFAULT_PREFERENCE)


def _chosen(
    net: Network, node: int, version: int, candidates: list[tuple[Hearing, Route]], order: int
) -> Best | None:
    """Return the best of the candidates and those that share traffic with it, as FRR decides."""
    if not candidates:
        return None
    speakers = net.speakers

    def key(one: tuple[Hearing, Route]) -> tuple[int, int, int, bool]:
        hearing, route = one
        return -route.preference, len(route.path), route.origin, not hearing.external

    least = min(map(key, candidates))
    equal = [one for one in candidates if key(one) == least]
    lowest: dict[int, int] = {}
    for _, route in equal:
        first = route.path[0] if route.path else 0
        lowest[first] = min(route.med, lowest.get(first, route.med))
    equal = [one for one in equal if one[1].med == lowest[one[1].path[0] if one[1].path else 0]]
    equal.sort(key=lambda one: (order * speakers[one[0].sender].rank, one[0].number))
    best = equal[0]
    me = speakers[node]
    if not me.relax:
        asn = speakers[best[0].sender].asn
        equal = [one for one in equal if speakers[one[0].sender].asn == asn]
    over = tuple(one[0] for one in equal[: me.max_paths[version]])
    return Best(route=best[1], over=over, learned=best[0])


def solve(
    net: Network,
    prefix: Prefix,
    origins: Mapping[int, Route],
    *,
    summarised: Mapping[int, bool] | None = None,
    order: int = 1,
) -> Solution:
    """Return what every speaker ends up with for a prefix.

    Args:
        net: The sessions that are up.
        prefix: The prefix, which policies look at.
        origins: The route of each speaker that originates it.
        summarised: Speakers that keep the prefix to themselves behind an aggregate.
        order: 1 prefers low router ids where FRR would keep the oldest route, -1 high ones.
    """
    exchange = _Exchange(net, prefix, summarised or {})
    inbound = net.inbound[prefix.version]
    hears = _listeners(inbound)
    best: list[Best | None] = [None] * len(inbound)
    for node, route in origins.items():
        best[node] = Best(route=route)
    dirty = sorted({receiver for node in origins for receiver in hears[node]})
    for _ in range(_MOST_ROUNDS):
        changed: list[tuple[int, Best | None]] = []
        for node in dirty:
            if node not in origins:
                candidates = _candidates(exchange, inbound[node], best)
                after = _chosen(net, node, prefix.version, candidates, order)
                if after != best[node]:
                    changed.append((node, after))
        spread = [node for node, after in changed if _spreads(best[node], after)]
        for node, after in changed:
            best[node] = after
        dirty = sorted({receiver for node in spread for receiver in hears[node]})
        if not dirty:
            return Solution(prefix=prefix, best=tuple(best))
    return Solution(prefix=prefix, best=tuple(best), settled=False)


def _listeners(inbound: Sequence[Sequence[Hearing]]) -> Sequence[Sequence[int]]:
    """Return for each speaker those that hear it."""
    hears: list[list[int]] = [[] for _ in inbound]
    for node, heard in enumerate(inbound):
        for sender in dict.fromkeys(one.sender for one in heard):
            hears[sender].append(node)
    return hears


def _candidates(
    exchange: _Exchange, heard: Sequence[Hearing], best: Sequence[Best | None]
) -> list[tuple[Hearing, Route]]:
    result: list[tuple[Hearing, Route]] = []
    for hearing in heard:
        theirs = best[hearing.sender]
        offered = exchange.passed(hearing, theirs) if theirs is not None else None
        if offered is not None:
            result.append((hearing, offered))
    return result


def _spreads(before: Best | None, after: Best | None) -> bool:
    """Return whether what a speaker passes on changes."""
    if before is None or after is None:
        return before is not after
    return before.route != after.route or before.learned != after.learned


def refusal(net: Network, hearing: Hearing, best: Best, prefix: Prefix) -> str:
    """Return why a receiver does not take the best route of a sender, empty if it does."""
    if best.learned is not None and best.learned.sender == hearing.receiver:
        return "it learned the route from there"
    if best.learned is not None and not hearing.external:
        return "both have one ASN, and iBGP does not pass learned routes on"
    sender, receiver = net.speakers[hearing.sender], net.speakers[hearing.receiver]
    if NO_EXPORT in best.route.communities and hearing.external:
        return f"{sender.name} marks what it accepts with no-export ({_inward(best)})"
    sent: Route | None = best.route
    if hearing.policy_out is not None and sent is not None:
        sent = hearing.policy_out.apply(sent, prefix)
    if sent is None:
        name = hearing.policy_out.name if hearing.policy_out is not None else ""
        return f"{sender.name} does not send it ({name})"
    path = (sender.asn, *sent.path) if hearing.external else sent.path
    if path.count(receiver.asn) > hearing.allow_own:
        return f"{receiver.name} finds its own AS {receiver.asn} in the path {' '.join(map(str, path))}"
    if hearing.policy_in is not None and hearing.policy_in.apply(sent, prefix) is None:
        return f"{receiver.name} refuses it ({hearing.policy_in.name})"
    return ""


def _inward(best: Best) -> str:
    policy = best.learned.policy_in if best.learned is not None else None
    return policy.name if policy is not None else "no-export"
