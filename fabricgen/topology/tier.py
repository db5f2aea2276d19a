"""The switch of a tier: a platform of the catalogue, or a paper switch."""

import re
from dataclasses import dataclass

from fabricgen.catalogue import (
    find_mode,
    fixed_ports_at,
    mode_for,
    nearest,
    refuses_breakout,
    runs_at,
)
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Place
from fabricgen.model.intent import FabricIntent, Intent, SwitchIntent
from fabricgen.model.platform import BreakoutMode, Cage, Hwsku, Platform
from fabricgen.topology import names
from fabricgen.topology.refusal import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """What the switches of one tier are.

    Either ``platform`` is set, or ``radix`` ports of ``speed_mbps`` stand for a paper switch.
    ``breakout`` is the intent's text, None where the split follows from the speed. ``hwsku`` is the one
    the intent names, or the only one of a platform that lets no layout be changed. ``reserve`` are
    the last cages of the panel, kept free; they count for nothing here.
    """

    name: str
    place: Place
    platform: Platform | None = None
    breakout: str | None = None
    hwsku: Hwsku | None = None
    count: int | None = None
    radix: int = 0
    speed_mbps: int = 0
    reserve: int = 0

    @property
    def cages(self) -> tuple[Cage, ...]:
        """The cages a fabric may use, in panel order; none of a paper switch."""
        if self.platform is None:
            return ()
        every = self.platform.fabric_cages
        return every[: max(0, len(every) - self.reserve)]

    @property
    def cage_count(self) -> int:
        """The cages (ports of a paper switch) that a fabric may use."""
        return max(0, self.radix - self.reserve) if self.platform is None else len(self.cages)

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
            if mode is not None and runs_at(mode, speed_mbps):
                return mode
        return mode_for(cage, speed_mbps)

    @property
    def fixed(self) -> bool:
        """Whether the HwSKU is set and gives the port layout, so that no cage can be split."""
        return self.hwsku is not None and self.hwsku.fixed_ports

    def ports_at(self, cage: Cage, speed_mbps: int) -> int:
        """Return how many ports a cage gives at a speed; of a fixed layout, those it has."""
        if self.hwsku is not None and self.hwsku.fixed_ports:
            return fixed_ports_at(self.hwsku, cage, speed_mbps)
        mode = self.mode_at(cage, speed_mbps)
        return 0 if mode is None else mode.port_count

    def split(self, speed_mbps: int) -> int:
        """Return the most ports one cage gives at a speed, 0 if there are none."""
        if self.platform is not None:
            return max((self.ports_at(cage, speed_mbps) for cage in self.cages), default=0)
        if speed_mbps > self.speed_mbps or self.speed_mbps % speed_mbps:
            return 0
        if self.breakout is not None and asked_mbps(self.breakout) == speed_mbps:
            return min(int(self.breakout.partition("x")[0]), self.speed_mbps // speed_mbps)
        return self.speed_mbps // speed_mbps

    def port_count(self, speed_mbps: int) -> int:
        """Return the ports of the box at a speed; service cages never count."""
        if self.platform is None:
            return self.cage_count * self.split(speed_mbps)
        return sum(self.ports_at(cage, speed_mbps) for cage in self.cages)


def asked_mbps(breakout: str | None) -> int | None:
    """Return the port speed that a breakout such as ``2x400G`` asks for, None without."""
    found = re.fullmatch(r"\d+x(\d+)G.*", breakout or "")
    return int(found[1]) * 1000 if found else None


def mode_speed(mode: BreakoutMode) -> int | None:
    """Return the default speed of all ports of a mode in Mb/s, None if they differ."""
    speeds = {part.speeds_mbps[0] for part in mode.parts}
    return speeds.pop() if len(speeds) == 1 else None


def resolve(
    intent: Intent, catalogue: Catalogue, name: str, fabric: FabricIntent, tier: str
) -> Tier:
    """Return the switch of a tier: its own keys, else those of ``switch``.

    Args:
        intent: Knows where keys are written.
        catalogue: Platforms.
        name: The fabric.
        fabric: Its keys.
        tier: ``leaf``, ``spine`` or ``super_spine``.

    Raises:
        Refused: No switch is named, it is unknown, it is no switch, or its breakout is unknown.
    """
    own = {"leaf": fabric.leaf, "spine": fabric.spine}.get(tier, fabric.super_spine)
    shared = fabric.switch or SwitchIntent()
    key = tier if own is not None else "switch"
    place = intent.place("fabrics", name, key)
    chosen = _merged(own or SwitchIntent(), shared)
    if chosen.platform is None:
        return _paper(chosen, name, tier, place)
    return _real(chosen, catalogue, tier, place)


def _merged(own: SwitchIntent, shared: SwitchIntent) -> SwitchIntent:
    """Return the tier's keys over those of ``switch``; the kinds of switch are never mixed."""
    if own.platform is not None or (own.hwsku is not None and shared.platform is None):
        return own
    if own.radix is not None or own.speed is not None:
        return SwitchIntent(
            radix=own.radix or shared.radix,
            speed=own.speed or shared.speed,
            count=own.count,
            breakout=own.breakout,
            reserve=own.reserve or shared.reserve,
        )
    return SwitchIntent(
        platform=shared.platform,
        hwsku=own.hwsku or shared.hwsku,
        breakout=own.breakout or shared.breakout,
        count=own.count,
        radix=shared.radix,
        speed=shared.speed,
        reserve=own.reserve or shared.reserve,
    )


def _paper(chosen: SwitchIntent, name: str, tier: str, place: Place) -> Tier:
    if chosen.radix is None or chosen.speed is None:
        raise Refused(
            "no-switch",
            f"the {tier.replace('_', '-')} of {name} names no switch",
            f"write switch: PLATFORM or {tier}: PLATFORM, or a paper switch as radix and speed",
            place,
        )
    return Tier(
        name=tier,
        place=place,
        breakout=chosen.breakout,
        count=chosen.count,
        radix=chosen.radix,
        speed_mbps=chosen.speed,
        reserve=chosen.reserve,
    )


def _real(chosen: SwitchIntent, catalogue: Catalogue, tier: str, place: Place) -> Tier:
    platform = find_platform(catalogue, chosen.platform or "", place)
    if platform.role == "dpu":
        raise Refused(
            "switch-role",
            f"{platform.id} is a DPU card and cannot be the {tier.replace('_', '-')}",
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
        name=tier,
        place=place,
        platform=platform,
        breakout=chosen.breakout,
        hwsku=_hwsku(platform, chosen.hwsku, chosen.breakout, place),
        count=chosen.count,
        reserve=chosen.reserve,
    )


def _hwsku(
    platform: Platform, name: str | None, breakout: str | None, place: Place
) -> Hwsku | None:
    """Return the HwSKU to keep to, None where the design may choose.

    Raises:
        Refused: The platform has no such HwSKU, or it cannot be split as asked.
    """
    if name is None:
        several = len(platform.hwskus) > 1 or not refuses_breakout(platform)
        return None if several else next(iter(platform.hwskus.values()))
    if name in platform.hwskus and breakout is not None and platform.hwskus[name].fixed_ports:
        raise Refused(
            "unknown-breakout",
            f"the layout of HwSKU {name} is fixed, breakout {breakout} cannot change it",
            "leave out breakout, or hwsku",
            place,
        )
    if name not in platform.hwskus:
        near = nearest(platform.hwskus, name)
        raise Refused(
            "unknown-hwsku",
            f"{platform.id} has no HwSKU {name}",
            (f"did you mean {near}? " if near else "") + f"it has {', '.join(platform.hwskus)}",
            place,
        )
    return platform.hwskus[name]


def find_platform(catalogue: Catalogue, name: str, place: Place) -> Platform:
    """Return a platform of the catalogue.

    Raises:
        Refused: The catalogue has no such platform.
    """
    if name not in catalogue.platforms:
        near = nearest(catalogue.platforms, name)
        own = (
            "fabricgen catalogue import FOLDER reads one of your own, --platforms names its folder"
        )
        hint = f"did you mean {near}?" if near else f"see fabricgen catalogue list; {own}"
        raise Refused("unknown-platform", f"the catalogue has no platform {name}", hint, place)
    return catalogue.platforms[name]
