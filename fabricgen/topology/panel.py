"""The front panel of a tier's switches: which cages are split how, and which ports serve what.

Down ports take the low cages, up ports the cages after them, so that every leaf looks the same and
the ports of one cage stay together.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fabricgen.catalogue import expand, serving_hwskus, shipped_splits
from fabricgen.model.platform import Cage, Platform, PortSpec
from fabricgen.model.topology import Port, PortUse
from fabricgen.topology import names
from fabricgen.topology.refusal import Refused
from fabricgen.topology.tier import Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """Ports asked of a panel: ``count`` of one speed."""

    speed_mbps: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """All non-service ports of a box in panel order.

    ``low`` and ``high`` are positions in ``specs`` of the ports that face down and up, in the
    order they are used.
    """

    platform: str
    hwsku: str
    specs: tuple[PortSpec, ...]
    breakouts: Mapping[str, str]
    low: tuple[int, ...]
    high: tuple[int, ...]

    def down(self, number: int) -> str:
        """Return the name of a port that faces down."""
        return self.specs[self.low[number]].name

    def up(self, number: int) -> str:
        """Return the name of a port that faces up."""
        return self.specs[self.high[number]].name

    def ports(self, device: str, uses: Mapping[str, PortUse], *, card: bool) -> tuple[Port, ...]:
        """Return the ports of one device. Ports without a use are spare.

        Args:
            device: Name of the device.
            uses: What ports face, by port name.
            card: A DPU card, whose ports are no breakout of a cage.
        """
        counts = dict.fromkeys(PortUse, 0)
        ports = []
        for spec in self.specs:
            use = uses.get(spec.name, PortUse.SPARE)
            ports.append(
                Port(
                    device=device,
                    spec=spec,
                    use=use,
                    breakout=None if card else self.breakouts.get(spec.parent),
                    number=counts[use],
                )
            )
            counts[use] += 1
        return tuple(ports)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How many ports the cages of a box give at two speeds, to try many divisions quickly.

    ``low`` and ``high`` hold the ports of each cage; both are empty for a paper switch, which has
    ``rate_mbps`` in all and at most ``low_most`` and ``high_most`` ports.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    low_mbps: int
    high_mbps: int
    low_most: int
    high_most: int
    rate_mbps: int = 0

    def fits(self, low_count: int, high_count: int) -> bool:
        """Return whether the box has both numbers of ports at once."""
        if low_count > self.low_most or high_count > self.high_most:
            return False
        if self.rate_mbps:
            return low_count * self.low_mbps + high_count * self.high_mbps <= self.rate_mbps
        left, free = low_count, 0
        for low, high in zip(self.low, self.high, strict=True):
            if left > 0 and low:
                left -= low
            else:
                free += high
        same = self.low_mbps == self.high_mbps
        return left <= 0 and (
            free >= high_count or (same and low_count + high_count <= self.low_most)
        )


def room(tier: Tier, low_mbps: int, high_mbps: int) -> Room:
    """Return the room of a box of the tier at two speeds."""
    cages = tier.cages
    splits = [
        tuple(tier.ports_at(cage, speed_mbps) for cage in cages)
        for speed_mbps in (low_mbps, high_mbps)
    ]
    return Room(
        low=splits[0],
        high=splits[1],
        low_mbps=low_mbps,
        high_mbps=high_mbps,
        low_most=tier.port_count(low_mbps),
        high_most=tier.port_count(high_mbps),
        rate_mbps=tier.cage_count * tier.speed_mbps if tier.platform is None else 0,
    )


def lay_out(tier: Tier, platform: Platform, low: Demand, high: Demand) -> Panel:
    """Return the panel of a box.

    Raises:
        Refused: No HwSKU of the platform can have this layout.
        ValueError: The demands do not fit; ask ``room`` first.
    """
    assigned = _assign(tier, tier.cages, low, high)
    if assigned is None:
        raise ValueError(f"{low} and {high} do not fit {platform.id}")
    low_cages, high_cages, shared = assigned
    hwsku, modes, specs = _layout(tier, platform, low, high, low_cages)
    position: dict[str, list[int]] = {}
    for number, spec in enumerate(specs):
        position.setdefault(spec.parent, []).append(number)

    def flat(parents: Iterable[Cage]) -> list[int]:
        return [number for cage in parents for number in position.get(cage.parent, ())]

    every = flat(low_cages)
    ups = every[low.count :] if shared else flat(high_cages)
    return Panel(
        platform=platform.id,
        hwsku=hwsku,
        specs=specs,
        breakouts=modes,
        low=tuple(every[: low.count]),
        high=tuple(ups[: high.count]),
    )


def _layout(
    tier: Tier, platform: Platform, low: Demand, high: Demand, low_cages: list[Cage]
) -> tuple[str, dict[str, str], tuple[PortSpec, ...]]:
    """Return the HwSKU, the breakouts and the ports; a fixed layout has its ports and no breakouts.

    Raises:
        Refused: No HwSKU of the platform can have this layout.
    """
    if tier.hwsku is not None and tier.fixed:
        cages = {cage.parent for cage in platform.fabric_cages}
        return tier.hwsku.name, {}, tuple(p for p in tier.hwsku.ports if p.parent in cages)
    modes, speeds = _modes(tier, platform, low, high, low_cages)
    serving = [
        hwsku for hwsku in serving_hwskus(platform, modes, speeds) if tier.hwsku in (None, hwsku)
    ]
    if serving:
        return serving[0].name, modes, expand(platform, modes, serving[0].name, speeds)
    splits = (f"{name} ({split})" for name, split in shipped_splits(platform).items())
    raise Refused(
        "unknown-breakout",
        f"no HwSKU of {platform.id} has {_words(low, high)}",
        f"its layouts are fixed, name one as hwsku: {'; '.join(splits)}",
        tier.place,
    )


def _words(low: Demand, high: Demand) -> str:
    """Return what is asked of a panel, such as ``64 ports of 400 Gb/s and 32 of 800 Gb/s``."""
    asked = [low, high] if low.speed_mbps != high.speed_mbps else []
    if not asked:
        asked = [Demand(speed_mbps=low.speed_mbps, count=low.count + high.count)]
    first, *rest = (f"{d.count} ports of {names.speed(d.speed_mbps)}" for d in asked if d.count)
    return " and ".join((first, *(text.replace(" ports", "") for text in rest)))


def _assign(
    tier: Tier, cages: tuple[Cage, ...], low: Demand, high: Demand
) -> tuple[list[Cage], list[Cage], bool] | None:
    """Return the cages of both demands, and whether they share cages; None if they do not fit.

    Cages are shared only where the ports would not fit otherwise, and only at one speed.
    """
    low_cages = _first(tier, cages, low)
    if low_cages is None:
        return None
    taken = {cage.parent for cage in low_cages}
    high_cages = _first(tier, (cage for cage in cages if cage.parent not in taken), high)
    if high_cages is not None:
        return low_cages, high_cages, False
    if low.speed_mbps != high.speed_mbps:
        return None
    both = Demand(speed_mbps=low.speed_mbps, count=low.count + high.count)
    shared = _first(tier, cages, both)
    return None if shared is None else (shared, [], True)


def _first(tier: Tier, cages: Iterable[Cage], demand: Demand) -> list[Cage] | None:
    """Return the first cages that together have the ports asked for, None if too few do."""
    chosen: list[Cage] = []
    missing = demand.count
    for cage in cages:
        if missing <= 0:
            break
        ports = tier.ports_at(cage, demand.speed_mbps)
        if ports:
            chosen.append(cage)
            missing -= ports
    return chosen if missing <= 0 else None


def _modes(
    tier: Tier, platform: Platform, low: Demand, high: Demand, low_cages: list[Cage]
) -> tuple[dict[str, str], dict[str, int]]:
    """Return the breakout of every fabric cage, and the speed of its ports where a demand sets it.

    Spare cages are split like the up ports, which keeps the panel as uniform as a HwSKU; a cage
    that cannot be split so keeps what the HwSKU ships.
    """
    shipped = (tier.hwsku or platform.hwskus[platform.default_hwsku]).breakout
    lows = {cage.parent for cage in low_cages}
    modes: dict[str, str] = {}
    speeds: dict[str, int] = {}
    for cage in platform.fabric_cages:
        wanted = [low, high] if cage.parent in lows or not high.count else [high, low]
        for demand in wanted:
            mode = tier.mode_at(cage, demand.speed_mbps)
            if mode is not None:
                modes[cage.parent], speeds[cage.parent] = mode.name, demand.speed_mbps
                break
        else:
            modes[cage.parent] = shipped.get(cage.parent) or next(iter(cage.modes))
    return modes, speeds
