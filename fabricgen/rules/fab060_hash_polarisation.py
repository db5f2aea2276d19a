"""Two tiers that both spread traffic use the same hash seed, algorithm and fields.

Why: the second tier repeats the choice of the first. Flows that one switch put on path k of n have a
hash of remainder k, so a switch after it with m links and the same hash uses m / gcd(n, m) of them,
and the rest carry nothing.

Example: spine and super-spine are both typed SpineRouter (seed 25) with ecmp_hash_algorithm CRC.

Fix: use another ecmp_hash_algorithm in one tier, or another device type: SONiC derives the seed
from it (ToRRouter 0, LeafRouter 10, SpineRouter 25).

Source: SONiC buildimage docker-orchagent switch.json.j2.
"""

from collections import Counter
from collections.abc import Iterator
from math import gcd

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import far_ends, found
from fabricgen.rules._fabric_roles import Tier, hash_seed, tiers
from fabricgen.rules._file import texts

ID = "FAB060"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC

# A packet passes the first, then the second; links of the first lead up or down to the second.
_STEPS = (
    (Tier.LEAF, Tier.SPINE),
    (Tier.SPINE, Tier.SUPER_SPINE),
    (Tier.SUPER_SPINE, Tier.SPINE),
)
_ABOVE = {Tier.LEAF: Tier.SPINE, Tier.SPINE: Tier.SUPER_SPINE}
_BELOW = {Tier.SPINE: Tier.LEAF, Tier.SUPER_SPINE: Tier.SPINE}


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every pair of tiers that hash alike, at the device that loses most links."""
    tier, links = tiers(fabric), far_ends(fabric)
    worst: dict[tuple[Tier, Tier], tuple[int, int, int, str, str]] = {}
    for device, config in fabric.devices.items():
        for first, second in _STEPS:
            if tier[device] is not first:
                continue
            afters = dict.fromkeys(
                end.device for end in links[device].values() if tier[end.device] is second
            )
            for after in afters:
                if _hash(config) != _hash(fabric.devices[after]):
                    continue
                before, width = _before(fabric, device, second), _after(fabric, after, first)
                unused = width - width // gcd(before, width) if before > 1 and width else 0
                if unused > worst.get((first, second), (0,))[0]:
                    worst[first, second] = (unused, before, width, device, after)
    for unused, before, width, device, after in worst.values():
        other = fabric.devices[after]
        yield found(
            other,
            f"{tier[device]} {device} and {tier[after]} {after} both hash with seed "
            f"{hash_seed(other)} and algorithm {_hash(other)[1]}: of what comes over one of {before} "
            f"paths, {after} uses {width - unused} of {width} links, {unused} stay unused",
            "use another ecmp_hash_algorithm, or another type, in one of the tiers",
            "DEVICE_METADATA",
            "localhost",
            "type",
        )


def _hash(config: ConfigDb) -> tuple[int, str, tuple[str, ...]]:
    algorithm = config.text("SWITCH_HASH", "GLOBAL", "ecmp_hash_algorithm") or "of the platform"
    fields = tuple(sorted(texts(config.row("SWITCH_HASH", "GLOBAL").get("ecmp_hash"))))
    return hash_seed(config), algorithm, fields


def _before(fabric: FabricFiles, device: str, second: Tier) -> int:
    """Return the equal paths among which a device of the first tier chooses."""
    tier = tiers(fabric)
    if second is _ABOVE.get(tier[device]):
        return sum(tier[end.device] is second for end in far_ends(fabric)[device].values())
    return _down(fabric, device)


def _after(fabric: FabricFiles, device: str, first: Tier) -> int:
    """Return the links among which the second tier chooses: on upwards if it can, else down."""
    tier = tiers(fabric)
    above = _ABOVE.get(tier[device])
    up = sum(tier[end.device] is above for end in far_ends(fabric)[device].values())
    return up if up and above is not first else _down(fabric, device)


def _down(fabric: FabricFiles, device: str) -> int:
    """Return the most parallel links down to one place: a leaf, or a pod through all its spines.

    Spines that reach the same leaves are of one pod.
    """
    tier, links = tiers(fabric), far_ends(fabric)
    below = _BELOW.get(tier[device])
    counts: Counter[object] = Counter()
    for end in links[device].values():
        if tier[end.device] is below:
            leaves = frozenset(
                far.device for far in links[end.device].values() if tier[far.device] is Tier.LEAF
            )
            counts[leaves if below is Tier.SPINE else end.device] += 1
    return max(counts.values(), default=0)
