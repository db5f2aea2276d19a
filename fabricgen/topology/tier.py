"""The switch of a tier: a platform of the catalogue, or a paper switch."""

from dataclasses import dataclass

from fabricgen.catalogue import find_mode, mode_for, nearest
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Place
from fabricgen.model.intent import FabricIntent, Intent, SwitchIntent
from fabricgen.model.platform import BreakoutMode, Cage, Platform
from fabricgen.topology import names
from fabricgen.topology.refusal import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """What the switches of one tier are.

    Either ``platform`` is set, or ``radix`` ports of ``speed_mbps`` stand for a paper switch.
    ``breakout`` is the intent's text, None where the split follows from the speed.
    """

    name: str
    place: Place
    platform: Platform | None = None
    breakout: str | None = None
    count: int | None = None
    radix: int = 0
    speed_mbps: int = 0

    @property
    def label(self) -> str:
        """How messages call the switch."""
        if self.platform is not None:
            return self.platform.id
        return f"a paper switch of {self.radix} x {names.speed(self.speed_mbps)}"

    def mode_at(self, cage: Cage, speed_mbps: int) -> BreakoutMode | None:
        """Return how a cage is split for ports of a speed: as the intent says, else most ports."""
        if self.breakout is not None:
            mode = find_mode(cage, self.breakout)
            if mode is not None and mode_speed(mode) == speed_mbps:
                return mode
        return mode_for(cage, speed_mbps)

    def split(self, speed_mbps: int) -> int:
        """Return the most ports one cage gives at a speed, 0 if there are none."""
        if self.platform is not None:
            modes = (self.mode_at(cage, speed_mbps) for cage in self.platform.fabric_cages)
            return max((mode.port_count for mode in modes if mode is not None), default=0)
        if speed_mbps > self.speed_mbps or self.speed_mbps % speed_mbps:
            return 0
        return self.speed_mbps // speed_mbps

    def port_count(self, speed_mbps: int) -> int:
        """Return the ports of the box at a speed; service cages never count."""
        if self.platform is None:
            return self.radix * self.split(speed_mbps)
        modes = (self.mode_at(cage, speed_mbps) for cage in self.platform.fabric_cages)
        return sum(mode.port_count for mode in modes if mode is not None)


def mode_speed(mode: BreakoutMode) -> int | None:
    """Return the default speed of all ports of a mode in Mb/s, None if they differ."""
    speeds = {part.speeds_mbps[0] for part in mode.parts}
    return speeds.pop() if len(speeds) == 1 else None


def resolve(
    intent: Intent, catalogue: Catalogue, name: str, fabric: FabricIntent, tier: str
) -> Tier:
    """Return the switch of a tier (``leaf`` or ``spine``): its own keys, else those of ``switch``.

    Raises:
        Refused: No switch is named, it is unknown, it is no switch, or its breakout is unknown.
    """
    own = fabric.leaf if tier == "leaf" else fabric.spine
    shared = fabric.switch or SwitchIntent()
    key = tier if own is not None else "switch"
    place = intent.place("fabrics", name, key)
    chosen = _merged(own or SwitchIntent(), shared)
    if chosen.platform is None:
        return _paper(chosen, name, tier, place)
    return _real(chosen, catalogue, tier, place)


def _merged(own: SwitchIntent, shared: SwitchIntent) -> SwitchIntent:
    """Return the tier's keys over those of ``switch``; the kinds of switch are never mixed."""
    if own.platform is not None:
        return own
    if own.radix is not None or own.speed is not None:
        return SwitchIntent(
            radix=own.radix or shared.radix, speed=own.speed or shared.speed, count=own.count
        )
    return SwitchIntent(
        platform=shared.platform,
        breakout=own.breakout or shared.breakout,
        count=own.count,
        radix=shared.radix,
        speed=shared.speed,
    )


def _paper(chosen: SwitchIntent, name: str, tier: str, place: Place) -> Tier:
    if chosen.radix is None or chosen.speed is None:
        raise Refused(
            "no-switch",
            f"the {tier} of {name} names no switch",
            f"write switch: PLATFORM or {tier}: PLATFORM, or a paper switch as radix and speed",
            place,
        )
    return Tier(
        name=tier, place=place, count=chosen.count, radix=chosen.radix, speed_mbps=chosen.speed
    )


def _real(chosen: SwitchIntent, catalogue: Catalogue, tier: str, place: Place) -> Tier:
    platform = find_platform(catalogue, chosen.platform or "", place)
    if platform.role == "dpu":
        raise Refused(
            "switch-role",
            f"{platform.id} is a DPU card and cannot be the {tier}",
            "name a switch platform",
            place,
        )
    if chosen.breakout is not None and not any(
        find_mode(cage, chosen.breakout) for cage in platform.fabric_cages
    ):
        modes = dict.fromkeys(name for cage in platform.fabric_cages for name in cage.modes)
        raise Refused(
            "unknown-breakout",
            f"no cage of {platform.id} splits as {chosen.breakout}",
            f"it has {', '.join(modes)}",
            place,
        )
    return Tier(
        name=tier, place=place, platform=platform, breakout=chosen.breakout, count=chosen.count
    )


def find_platform(catalogue: Catalogue, name: str, place: Place) -> Platform:
    """Return a platform of the catalogue.

    Raises:
        Refused: The catalogue has no such platform.
    """
    if name not in catalogue.platforms:
        near = nearest(catalogue.platforms, name)
        hint = f"did you mean {near}?" if near else "see fabricgen catalogue list"
        raise Refused("unknown-platform", f"the catalogue has no platform {name}", hint, place)
    return catalogue.platforms[name]
