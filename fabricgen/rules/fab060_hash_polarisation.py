"""Two tiers that both spread traffic use the same hash seed and algorithm.

Why: the second tier repeats the choice of the first. All flows that arrive at one of its switches
hash alike, so part of its links carries everything and the rest nothing.

Example: spine and super-spine are both typed SpineRouter (seed 25) with ecmp_hash_algorithm CRC.

Fix: use another ecmp_hash_algorithm in one tier, or another device type: SONiC derives the seed
from it (ToRRouter 0, LeafRouter 10, SpineRouter 25).

Source: SONiC buildimage docker-orchagent switch.json.j2.
"""

from collections import Counter
from collections.abc import Iterator

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import far_ends, found
from fabricgen.rules._fabric_roles import Tier, hash_seed, tiers

ID = "FAB060"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at the first upper device of every pair of tiers that hash alike."""
    reported: set[tuple[Tier, Tier]] = set()
    tier, links = tiers(fabric), far_ends(fabric)
    for device, config in fabric.devices.items():
        higher = _ABOVE.get(tier[device])
        ups = Counter(end.device for end in links[device].values() if tier[end.device] is higher)
        if higher is None or sum(ups.values()) < 2 or (tier[device], higher) in reported:
            continue
        for upper in ups:
            other = fabric.devices[upper]
            if _hash(config) == _hash(other) and _spreads(fabric, upper, tier[device]):
                reported.add((tier[device], higher))
                yield found(
                    other,
                    f"{tier[device]} {device} and {higher} {upper} both hash with seed "
                    f"{hash_seed(other)} and algorithm {_hash(other)[1]}, and both have several next hops",
                    "use another ecmp_hash_algorithm, or another type, in one of the tiers",
                    "DEVICE_METADATA",
                    "localhost",
                    "type",
                )
                break


_ABOVE = {Tier.LEAF: Tier.SPINE, Tier.SPINE: Tier.SUPER_SPINE}


def _hash(config: ConfigDb) -> tuple[int, str]:
    algorithm = config.text("SWITCH_HASH", "GLOBAL", "ecmp_hash_algorithm") or "of the platform"
    return hash_seed(config), algorithm


def _spreads(fabric: FabricFiles, device: str, below: Tier) -> bool:
    """Whether a device has several next hops up, or parallel links to one device below."""
    far = [end.device for end in far_ends(fabric)[device].values()]
    up = [name for name in far if tiers(fabric)[name] is _ABOVE.get(tiers(fabric)[device])]
    down = Counter(name for name in far if tiers(fabric)[name] is below)
    return len(up) > 1 or any(count > 1 for count in down.values())
