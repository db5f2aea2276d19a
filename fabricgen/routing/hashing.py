"""What each tier hashes, and which links stay unused where two tiers hash alike.

SONiC sets the hash seed by device type: leaves have 10, spines and super-spines 25. Two tiers that
hash alike repeat each other's choice.

Source: SONiC buildimage dockers/docker-orchagent/switch.json.j2, commit 086b03bd70f9.
"""

from collections import Counter
from collections.abc import Iterator
from math import gcd

from fabricgen.model.intent import Intent
from fabricgen.model.routing import AdaptiveRouting, HashRepeat, SwitchHash
from fabricgen.model.topology import LinkKind, Role, Topology

_SEEDS = {Role.LEAF: 10, Role.SPINE: 25, Role.SUPER_SPINE: 25, Role.DPU: 0}
_ASSIGN_MODES = {"adaptive": "per_flowlet_quality", "adaptive-packet": "per_packet_quality"}
_UPWARD = (LinkKind.LEAF_SPINE, LinkKind.SPINE_SUPER_SPINE)
_ALGORITHMS_BELOW_SUPER_SPINES = ("CRC", "CRC_CCITT")


def switch_hash(intent: Intent, topology: Topology, fabric: str, role: Role) -> SwitchHash | None:
    """Return what the switches of a tier hash, None where everything is left to the platform."""
    if role is Role.DPU:
        return None
    asked = intent.routing.hash
    size = topology.sizes.get(fabric)
    three = size is not None and size.super_spine_count > 0
    spine, super_spine = _ALGORITHMS_BELOW_SUPER_SPINES if three else (None, None)
    algorithm = {
        Role.LEAF: asked.leaf,
        Role.SPINE: asked.spine or spine,
        Role.SUPER_SPINE: asked.super_spine or super_spine,
    }.get(role)
    if not asked.fields and algorithm is None:
        return None
    return SwitchHash(fields=asked.fields, algorithm=algorithm)


def adaptive(intent: Intent, topology: Topology) -> dict[str, AdaptiveRouting]:
    """Return the adaptive routing of the switches that have it: over all their links up.

    Links that growth will cable count, so that growth changes no row.
    """
    if "ars" not in intent.sonic.extensions:
        return {}
    modes = {
        name: _ASSIGN_MODES[fabric.load_balancing]
        for name, fabric in intent.fabrics.present()
        if fabric.load_balancing != "ecmp"
    }
    ports: dict[tuple[str, str], list[str]] = {}
    for link in (*topology.links, *topology.planned):
        if link.fabric in modes and link.kind in _UPWARD:
            ports.setdefault((link.lower.device, link.fabric), []).append(link.lower.port)
    return {
        device: AdaptiveRouting(assign_mode=modes[fabric], ports=tuple(found))
        for (device, fabric), found in ports.items()
    }


def repeats(intent: Intent, topology: Topology) -> Iterator[HashRepeat]:
    """Yield the pairs of tiers of each fabric where the second repeats the choice of the first.

    A flow that the first tier put on path k of n has a hash of remainder k; the second tier, with m
    links and the same hash, uses m / gcd(n, m) of them for it. Over p parallel links between the two come
    p remainders, as next hops are kept in the order of their addresses and those of parallel links are neighbours.
    """
    for name, _ in intent.fabrics.present():
        yield from _repeats(intent, topology, name)


def _repeats(intent: Intent, topology: Topology, fabric: str) -> Iterator[HashRepeat]:
    widths, parallel = _widths(topology, fabric)
    steps = (
        (Role.LEAF, Role.SPINE, "up"),
        (Role.SPINE, Role.SUPER_SPINE, "up"),
        (Role.SUPER_SPINE, Role.SPINE, "down"),
    )
    for first, second, way in steps:
        up = way == "up" and (second, way) in widths
        before = widths.get((first, way), 1)
        after = widths.get((second, "up" if up else "down"), 1)
        near, far = (_identity(intent, topology, fabric, role) for role in (first, second))
        common = gcd(before, after)
        used = after // common
        if near == far and used < after:
            tier = "top_down" if second is Role.SUPER_SPINE else "up" if up else "down"
            yield HashRepeat(
                fabric=fabric,
                first=first,
                second=second,
                tier=tier,
                used=used,
                spread=used * min(common, parallel.get(frozenset((first, second)), 1)),
                links=after,
                seed=near[0],
                algorithm=near[1] or "of the platform",
            )


def _identity(
    intent: Intent, topology: Topology, fabric: str, role: Role
) -> tuple[int, str | None]:
    chosen = switch_hash(intent, topology, fabric, role)
    return _SEEDS[role], chosen.algorithm if chosen else None


def _widths(
    topology: Topology, fabric: str
) -> tuple[Counter[tuple[Role, str]], dict[frozenset[Role], int]]:
    """Return the most equal next hops of a tier, and the fewest parallel links between two switches of two tiers.

    Next hops are all links up, and parallel links to one device below. A super-spine may reach a pod through several of its spines; these count together.
    """
    devices = {device.name: device for device in topology.devices}
    up: Counter[str] = Counter()
    down: Counter[tuple[str, object]] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for link in topology.links:
        if link.fabric != fabric or link.kind not in (
            LinkKind.LEAF_SPINE,
            LinkKind.SPINE_SUPER_SPINE,
        ):
            continue
        lower = devices[link.lower.device]
        up[lower.name] += 1
        pairs[lower.name, link.upper.device] += 1
        target: object = lower.name if lower.role is Role.LEAF else ("pod", lower.unit)
        down[link.upper.device, target] += 1
    widths: Counter[tuple[Role, str]] = Counter()
    for name, count in up.items():
        key = devices[name].role, "up"
        widths[key] = max(widths[key], count)
    for (name, _), count in down.items():
        key = devices[name].role, "down"
        widths[key] = max(widths[key], count)
    parallel: dict[frozenset[Role], int] = {}
    for (below, above), count in pairs.items():
        tiers = frozenset((devices[below].role, devices[above].role))
        parallel[tiers] = min(count, parallel.get(tiers, count))
    return widths, parallel
