"""How many ports of a leaf face down and how many up: the shapes of plain fabrics."""

from dataclasses import dataclass
from fractions import Fraction

from fabricgen.catalogue import (
    find_mode,
    refuses_breakout,
    runs_at,
    shipped_splits,
    split_text,
    supported_speeds,
)
from fabricgen.topology import names
from fabricgen.topology.panel import Demand, room
from fabricgen.topology.part import FabricRequest
from fabricgen.topology.refusal import Refused
from fabricgen.topology.tier import Tier, asked_mbps, mode_speed

_FEWEST_UPLINKS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafShape:
    """Down and up ports of a leaf with their speeds; ``reasons`` say how they came about.

    ``spare`` of the down ports serve backup nodes, which carry no traffic. ``nodes`` is how many
    nodes of a scalable unit the leaf serves, 0 where units do not matter.
    """

    down: int
    down_speed_mbps: int
    up: int
    up_speed_mbps: int
    reasons: tuple[str, ...] = ()
    spare: int = 0
    nodes: int = 0

    @property
    def low(self) -> Demand:
        """The down ports as asked of a panel."""
        return Demand(speed_mbps=self.down_speed_mbps, count=self.down)

    @property
    def high(self) -> Demand:
        """The up ports as asked of a panel."""
        return Demand(speed_mbps=self.up_speed_mbps, count=self.up)

    @property
    def oversubscription(self) -> Fraction:
        """Down to up bandwidth, exact."""
        active = (self.down - self.spare) * self.down_speed_mbps
        return Fraction(active, self.up * self.up_speed_mbps)


def plain_shapes(
    request: FabricRequest, down_mbps: int, leaf: Tier, spine: Tier
) -> tuple[LeafShape, ...]:
    """Return the leaves a plain fabric may have: host cages low, uplink cages high.

    The first has uplinks of the fastest speed of a whole cage that leaf and spine share; then come
    slower ones, for which a spine has more ports. Uplinks are at least as fast as host ports, and
    there are two at least. Out-of-band leaves may at last use host ports as uplinks, whatever the
    oversubscription: management traffic is thin.

    Raises:
        Refused: The leaf has no port of the speed, or no room for hosts and uplinks.
    """
    check_speed(leaf, down_mbps, f"the {request.name} ports of the nodes")
    pinned = spine.platform is not None and spine.breakout is not None and spine != leaf
    speeds = [uplink_mbps(spine, down_mbps)] if pinned else _speeds(spine, down_mbps)
    shapes = [
        _plain_shape(leaf, down_mbps, up_mbps, request.fabric.oversubscription)
        for up_mbps in speeds
    ]
    if request.name == "oob":
        shapes.append(_plain_shape(leaf, down_mbps, down_mbps, None))
    found = tuple(shape for shape in shapes if shape is not None)
    if not found:
        raise Refused(
            "too-few-ports",
            f"{leaf.label} has no room for host ports of {names.speed(down_mbps)} and "
            f"{_FEWEST_UPLINKS} uplinks at a speed that {spine.label} has too",
            "choose another leaf or spine, or another oversubscription",
            leaf.place,
        )
    return found


def _plain_shape(
    leaf: Tier, down_mbps: int, up_mbps: int, oversubscription: Fraction | None
) -> LeafShape | None:
    """Return the leaf with the most host ports at an uplink speed, None if none fits."""
    space = room(leaf, down_mbps, up_mbps)
    if space.high_most < _FEWEST_UPLINKS:
        return None
    for down in range(space.low_most, 0, -1):
        wanted = Fraction(down * down_mbps, up_mbps)
        needed = -int(-wanted // oversubscription) if oversubscription else 0
        up = max(_FEWEST_UPLINKS, needed)
        if space.fits(down, up):
            reason = (
                f"{leaf.label}: {down} host ports of {names.speed(down_mbps)} and {up} uplinks of "
                f"{names.speed(up_mbps)}"
            )
            return LeafShape(
                down=down,
                down_speed_mbps=down_mbps,
                up=up,
                up_speed_mbps=up_mbps,
                reasons=(reason,),
            )
    return None


def _speeds(tier: Tier, slowest_mbps: int) -> list[int]:
    """Return the speeds of uplinks to try: those of whole cages, fastest first, then of parts."""
    if tier.platform is None:
        return [tier.speed_mbps]
    modes = [mode for cage in tier.cages for mode in cage.modes.values()]
    whole = {speed for mode in modes if mode.port_count == 1 and (speed := mode_speed(mode))}
    parts = {speed for mode in modes if mode.port_count > 1 and (speed := mode_speed(mode))}
    ordered = sorted(whole, reverse=True) + sorted(parts - whole, reverse=True)
    return [speed for speed in ordered if speed >= slowest_mbps]


def check_leaf_count(request: FabricRequest, leaf: Tier, derived: int) -> None:
    """Refuse a pinned number of leaves a plane that is not the derived one.

    Raises:
        Refused: See above.
    """
    if leaf.count is not None and leaf.count != derived:
        raise Refused(
            "leaf-count",
            f"{leaf.count} leaves a plane are asked for; the nodes and the leaf's ports give "
            f"{derived}",
            f"use {derived}, or leave count out",
            request.place("leaf", "count"),
        )


def check_speed(tier: Tier, speed_mbps: int, what: str) -> None:
    """Refuse a tier that has no port of a speed, or whose breakout makes other ports.

    Raises:
        Refused: See above.
    """
    if tier.breakout is not None and tier.platform is not None:
        modes = (find_mode(cage, tier.breakout) for cage in tier.platform.fabric_cages)
        found = [mode for mode in modes if mode is not None]
        if not any(runs_at(mode, speed_mbps) for mode in found):
            speeds = list(dict.fromkeys(map(mode_speed, found)))
            made = ", ".join(names.speed(speed) for speed in speeds if speed) or "mixed speeds"
            raise Refused(
                "impossible-speed",
                f"breakout {tier.breakout} of {tier.label} makes ports of {made}, but {what} run "
                f"at {names.speed(speed_mbps)}",
                "leave breakout out, or choose one of the speed needed",
                tier.place,
            )
    if tier.port_count(speed_mbps) == 0:
        raise Refused(
            "impossible-speed",
            f"{tier.label} has no ports of {names.speed(speed_mbps)} for {what}",
            _other_speeds(tier),
            tier.place,
        )


def _other_speeds(tier: Tier) -> str:
    """Return what to do where a tier lacks a speed: the speeds its ports have by default."""
    if tier.platform is None:
        return "choose another platform"
    if not tier.cages:
        return f"reserve: {tier.reserve} leaves no cage; lower it"
    if tier.hwsku is not None and tier.fixed and len(tier.platform.hwskus) > 1:
        ports = split_text(tier.hwsku)
        return f"{tier.hwsku.name} has {ports} and cannot be split; name another hwsku, or none"
    if refuses_breakout(tier.platform):
        splits = shipped_splits(tier.platform).items()
        layouts = "; ".join(f"{name} ({split})" for name, split in splits)
        return f"choose another platform: its layouts are fixed: {layouts}"
    speeds = [
        names.speed(speed)
        for speed in supported_speeds(tier.platform)
        if tier.port_count(speed) > 0
    ]
    return (
        f"its ports run at {', '.join(speeds)}; split the NICs into ports of such a speed, or choose "
        f"another platform (fabricgen catalogue list --speed)"
    )


def uplink_mbps(spine: Tier, down_mbps: int) -> int:
    """Return the speed of links to an upper tier: that of the ports below unless its breakout says else."""
    if spine.platform is None:
        return asked_mbps(spine.breakout) or min(down_mbps, spine.speed_mbps)
    if spine.breakout is not None:
        for cage in spine.platform.fabric_cages:
            mode = find_mode(cage, spine.breakout)
            if mode is not None:
                asked = asked_mbps(spine.breakout)
                return asked if asked and runs_at(mode, asked) else mode_speed(mode) or down_mbps
    return down_mbps
