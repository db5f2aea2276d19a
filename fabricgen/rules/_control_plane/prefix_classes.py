"""Prefixes in classes that every speaker treats alike."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fabricgen.model.configdb import FabricFiles
from fabricgen.rules._control_plane.network import (
    hearings,
    network,
    positions,
)
from fabricgen.rules._control_plane.origins import (
    Origination,
    local_tables,
    originations,
)
from fabricgen.rules._control_plane.policy import Policy
from fabricgen.rules._control_plane.prefix_list import Prefix, PrefixList
from fabricgen.rules._fabric import once


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixClass:
    """Prefixes that every speaker treats alike: the same originators, the same lists permit them.

    ``origins`` are the originators by speaker index, ``permitted`` the numbers of the prefix lists,
    ``held`` the speakers with a local route to the prefix or around it: connected, drops or forwards.
    """

    prefixes: tuple[Prefix, ...]
    origins: Mapping[int, Origination]
    permitted: frozenset[int]
    held: tuple[tuple[int, str], ...]

    @property
    def prefix(self) -> Prefix:
        """The prefix that stands for all."""
        return self.prefixes[0]

    @property
    def nodes(self) -> frozenset[int]:
        """The originators."""
        return frozenset(self.origins)


def lists_of(policy: Policy | None) -> Iterator[PrefixList]:
    """Yield the prefix lists of a policy and of those it calls."""
    for statement in policy.statements if policy is not None else ():
        if statement.prefixes is not None:
            yield statement.prefixes
        yield from lists_of(statement.call)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefixes:
    """The classes, the number of each prefix list, and the classes around each class's prefixes.

    ``wider`` lists, most specific first, the classes whose prefix covers that of a class.
    """

    classes: tuple[PrefixClass, ...]
    lists: Mapping[PrefixList, int]
    wider: tuple[tuple[int, ...], ...]


@once
def prefixes(fabric: FabricFiles) -> Prefixes:
    """Return the prefixes of the fabric in classes, in natural order of their first prefix."""
    net, index = network(fabric), positions(fabric)
    by_prefix: dict[Prefix, dict[int, Origination]] = {}
    for one in originations(fabric):
        if one.device in index:
            by_prefix.setdefault(one.prefix, {})[index[one.device]] = one
    lists: dict[PrefixList, int] = {}
    for version in net.inbound:
        for hearing in hearings(net, version):
            for policy in (hearing.policy_in, hearing.policy_out):
                for one_list in lists_of(policy):
                    lists.setdefault(one_list, len(lists))
    permitted = _permitted(sorted(by_prefix), lists)
    summaries = {
        name: local.summaries for name, local in local_tables(fabric).items() if local.summaries
    }
    aggregates = {p for p, owners in by_prefix.items() if any(o.needs for o in owners.values())}
    held = _held(fabric, by_prefix)
    groups: dict[object, list[Prefix]] = {}
    for prefix, owners in sorted(by_prefix.items()):
        inside = tuple(sorted(p for p in aggregates if p != prefix and p.covers(prefix)))
        shut = tuple(n for n, own in summaries.items() if any(s.covers(prefix) for s in own))
        routes = tuple((node, one.route, one.needs) for node, one in sorted(owners.items()))
        alone = prefix if prefix in aggregates else None
        key = prefix.version, routes, permitted[prefix], inside, shut, alone, held[prefix]
        groups.setdefault(key, []).append(prefix)
    classes = tuple(
        PrefixClass(
            prefixes=tuple(members),
            origins=by_prefix[members[0]],
            permitted=permitted[members[0]],
            held=held[members[0]],
        )
        for members in groups.values()
    )
    return Prefixes(classes=classes, lists=lists, wider=_wider(classes))


def _permitted(
    ordered: Sequence[Prefix], lists: Mapping[PrefixList, int]
) -> Mapping[Prefix, frozenset[int]]:
    """Return which lists permit each prefix, looking only at prefixes inside a permitting entry."""
    keys = [(one.version, one.first) for one in ordered]
    result: dict[Prefix, set[int]] = {one: set() for one in ordered}
    for one_list, at in lists.items():
        for entry in one_list.entries:
            if not entry.permit:
                continue
            last = entry.prefix.first + (1 << (entry.prefix.bits - entry.prefix.length)) - 1
            low = bisect_left(keys, (entry.prefix.version, entry.prefix.first))
            high = bisect_right(keys, (entry.prefix.version, last))
            for prefix in ordered[low:high]:
                if one_list.permits(prefix):
                    result[prefix].add(at)
    return {prefix: frozenset(found) for prefix, found in result.items()}


def _held(
    fabric: FabricFiles, wanted: Iterable[Prefix]
) -> Mapping[Prefix, tuple[tuple[int, str], ...]]:
    """Return the speakers with local routes that cover each prefix, and of which kind."""
    local: dict[Prefix, list[tuple[int, str]]] = {}
    for name, node in positions(fabric).items():
        table = local_tables(fabric)[name]
        for prefix in sorted(table.connected):
            local.setdefault(prefix, []).append((node, "connected"))
        for prefix, drops in table.statics.items():
            local.setdefault(prefix, []).append((node, "drops" if drops else "forwards"))
    lengths = sorted({(one.version, one.length) for one in local})
    result: dict[Prefix, tuple[tuple[int, str], ...]] = {}
    for one in wanted:
        found: list[tuple[int, str]] = []
        for version, length in lengths:
            if version == one.version and length <= one.length:
                found += local.get(one.shortened(length), ())
        result[one] = tuple(found)
    return result


def _wider(classes: Sequence[PrefixClass]) -> tuple[tuple[int, ...], ...]:
    flat = sorted(
        (prefix.version, prefix.first, prefix.length, at)
        for at, one in enumerate(classes)
        for prefix in one.prefixes
    )
    around: list[dict[int, None]] = [{} for _ in classes]
    stack: list[tuple[Prefix, int]] = []
    for version, first, length, at in flat:
        prefix = Prefix(version=version, first=first, length=length)
        while stack and not stack[-1][0].covers(prefix):
            stack.pop()
        if prefix == classes[at].prefix:
            around[at].update(dict.fromkeys(one for _, one in reversed(stack) if one != at))
        stack.append((prefix, at))
    return tuple(tuple(one) for one in around)
