"""DSCPs that the two ends of links put into different classes, one case a pair of maps."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.rules._fabric import once
from fabricgen.rules._fabric_qos import DSCPS, Chain, classes_of
from fabricgen.rules._fabric_roles import Tier, tiers

Class = tuple[str, str, str, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two chains that meet on ``link_count`` links of one device, and the DSCPs they differ in.

    ``odd`` is an end of the rarer chain. Each entry of ``dscps`` is the DSCP and its class (traffic
    class, priority group, queue, lossless) at ``odd`` and at ``other``.
    """

    odd: FileEnd
    other: FileEnd
    link_count: int
    dscps: tuple[tuple[int, Class, Class], ...]


@once
def conflicts(fabric: FabricFiles) -> tuple[Conflict, ...]:
    """Return the conflicts of all links, in the order of their first link."""
    counts: Counter[int] = Counter()
    numbers: dict[Chain, int] = {}
    met: dict[tuple[str, int, int], list[tuple[FileEnd, FileEnd]]] = {}
    ends = [(link.a, link.b) for link in fabric.links]
    chains = {end: _number(fabric, end, numbers) for pair in ends for end in pair}
    counts.update(value for value in chains.values() if value is not None)
    for a, b in ends:
        first, second = chains[a], chains[b]
        if first is None or second is None or first == second:
            continue
        odd, other = (a, b) if (counts[first], first) <= (counts[second], second) else (b, a)
        key = odd.device, chains[odd] or 0, chains[other] or 0
        met.setdefault(key, []).append((odd, other))
    by_number = {value: chain for chain, value in numbers.items()}
    return tuple(_conflicts(met, by_number))


def _number(fabric: FabricFiles, end: FileEnd, numbers: dict[Chain, int]) -> int | None:
    classes = classes_of(fabric, end)
    if classes is None or classes.chain is None:
        return None
    chain = classes.chain
    if tiers(fabric)[end.device] is Tier.DPU and not classes.pause:
        chain = tuple((tc, "", queue, False) for tc, _, queue, _ in chain)
    return numbers.setdefault(chain, len(numbers))


def _conflicts(
    met: Mapping[tuple[str, int, int], list[tuple[FileEnd, FileEnd]]], chains: Mapping[int, Chain]
) -> Iterator[Conflict]:
    for (_, first, second), links in met.items():
        pairs = zip(chains[first], chains[second], strict=True)
        dscps = tuple((value, *pair) for value, pair in zip(range(DSCPS), pairs, strict=True))
        yield Conflict(
            odd=links[0][0],
            other=links[0][1],
            link_count=len(links),
            dscps=tuple(one for one in dscps if not _alike(one[1], one[2])),
        )


def _alike(one: Class, other: Class) -> bool:
    if "" in (one[1], other[1]):  # a DPU, whose card firmware holds priority groups and pause
        return (one[0], one[2]) == (other[0], other[2])
    return one == other


def listed(conflict: Conflict, says: Callable[[Class], str]) -> str:
    """Return the first DSCPs of a conflict with their classes at both ends, for a message."""
    parts = [
        f"DSCP {dscp} {says(odd)} against {says(other)}" for dscp, odd, other in conflict.dscps
    ]
    more = f" and {len(parts) - 3} more DSCPs" if len(parts) > 3 else ""
    return ", ".join(parts[:3]) + more
