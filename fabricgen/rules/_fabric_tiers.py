"""Leaves and the spines above them."""

from collections import Counter
from collections.abc import Mapping

from fabricgen.model.configdb import FabricFiles
from fabricgen.rules._fabric import far_ends, once
from fabricgen.rules._fabric_roles import Tier, tiers


@once
def uplinks(fabric: FabricFiles) -> Mapping[str, Mapping[str, int]]:
    """Return for every leaf with uplinks its number of links to each spine."""
    tier, links = tiers(fabric), far_ends(fabric)
    result: dict[str, Counter[str]] = {}
    for device, far in links.items():
        if tier.get(device) is Tier.LEAF:
            up = Counter(end.device for end in far.values() if tier[end.device] is Tier.SPINE)
            if up:
                result[device] = up
    return result


@once
def above(fabric: FabricFiles) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Return groups of (spines, leaves) that are joined by links, each in natural order."""
    leaves_of: dict[str, list[str]] = {}
    spines_of = uplinks(fabric)
    for leaf, counts in spines_of.items():
        for spine in counts:
            leaves_of.setdefault(spine, []).append(leaf)
    groups: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    seen: set[str] = set()
    for start in spines_of:
        if start in seen:
            continue
        leaves, spines, queue = {start}, set[str](), [start]
        while queue:
            for spine in spines_of[queue.pop()]:
                fresh = [leaf for leaf in leaves_of[spine] if leaf not in leaves]
                spines.add(spine)
                if spine in seen:
                    continue
                seen.add(spine)
                leaves.update(fresh)
                queue.extend(fresh)
        seen |= leaves
        order = list(fabric.devices)
        groups.append(
            (
                tuple(name for name in order if name in spines),
                tuple(name for name in order if name in leaves),
            )
        )
    return tuple(groups)
