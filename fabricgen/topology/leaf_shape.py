"""How many ports of a leaf face down and how many up."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from fabricgen.catalogue import find_mode
from fabricgen.topology import names
from fabricgen.topology.panel import Demand, room
from fabricgen.topology.part import FabricRequest
from fabricgen.topology.rails import Rails
from fabricgen.topology.refusal import Refused
from fabricgen.topology.tier import Tier, mode_speed

_FEWEST_UPLINKS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafShape:
    """Down and up ports of a leaf with their speeds; ``reasons`` say how they came about."""

    down: int
    down_speed_mbps: int
    up: int
    up_speed_mbps: int
    reasons: tuple[str, ...] = ()

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
        return Fraction(self.down * self.down_speed_mbps, self.up * self.up_speed_mbps)


def backend_shape(request: FabricRequest, rails: Rails, leaf: Tier, spine: Tier) -> LeafShape:
    """Return the leaf of a two-tier back-end: the scalable unit down, its share up.

    Raises:
        Refused: The leaf has too few ports, none of the speed, or the uplinks are no whole number.
    """
    down_mbps = rails.speed_mbps
    check_speed(leaf, down_mbps, "the NIC ports")
    up_mbps = _uplink_mbps(spine, down_mbps)
    ratio = request.fabric.oversubscription * up_mbps / down_mbps
    if rails.scalable_unit is not None:
        down, up = _pinned(request, rails.scalable_unit, leaf, down_mbps, up_mbps)
    else:
        derived = _largest(leaf, ratio, down_mbps, up_mbps)
        if derived is None:
            raise Refused(
                "too-few-ports",
                f"{leaf.label} has {leaf.port_count(down_mbps)} ports of {names.speed(down_mbps)}, "
                f"too few to divide {request.fabric.oversubscription} to 1",
                "choose a leaf of higher radix or another oversubscription",
                leaf.place,
            )
        down, up = derived
    reasons = _reasons(rails, leaf, down, up, up_mbps)
    return LeafShape(
        down=down,
        down_speed_mbps=down_mbps,
        up=up,
        up_speed_mbps=up_mbps,
        reasons=tuple(reasons),
    )


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
    speeds = [_uplink_mbps(spine, down_mbps)] if pinned else _speeds(spine, down_mbps)
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
    modes = [mode for cage in tier.platform.fabric_cages for mode in cage.modes.values()]
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
        speeds = list(dict.fromkeys(mode_speed(mode) for mode in modes if mode is not None))
        if speed_mbps not in speeds:
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
            "choose another platform",
            tier.place,
        )


def _uplink_mbps(spine: Tier, down_mbps: int) -> int:
    """Return the speed of leaf-spine links: that of the NIC ports unless the spine says else."""
    if spine.platform is None:
        return min(down_mbps, spine.speed_mbps)
    if spine.breakout is not None:
        for cage in spine.platform.fabric_cages:
            mode = find_mode(cage, spine.breakout)
            if mode is not None:
                return mode_speed(mode) or down_mbps
    return down_mbps


def _pinned(
    request: FabricRequest, unit: int, leaf: Tier, down_mbps: int, up_mbps: int
) -> tuple[int, int]:
    ratio = request.fabric.oversubscription * up_mbps / down_mbps
    uplinks = Fraction(unit) / ratio
    if uplinks.denominator != 1:
        step = ratio.numerator
        near = [size for size in (unit // step * step, (unit // step + 1) * step) if size]
        raise Refused(
            "odd-oversubscription",
            f"{unit} down ports at {request.fabric.oversubscription} to 1 need {uplinks} uplinks "
            f"of {names.speed(up_mbps)}, which is no whole number",
            f"use a scalable unit of {' or '.join(map(str, near))} nodes, or another "
            "oversubscription",
            request.place("oversubscription"),
        )
    up = int(uplinks)
    if not room(leaf, down_mbps, up_mbps).fits(unit, up):
        largest = _largest(leaf, ratio, down_mbps, up_mbps)
        most = f"at most {largest[0]} nodes" if largest else "fewer nodes"
        raise Refused(
            "too-few-ports",
            f"a scalable unit of {unit} nodes needs leaves of {unit} down ports of "
            f"{names.speed(down_mbps)} and {up} up ports of {names.speed(up_mbps)}; {leaf.label} "
            f"has {leaf.port_count(down_mbps)} ports of {names.speed(down_mbps)} in all",
            f"use a scalable unit of {most}, a higher oversubscription, or a larger leaf",
            leaf.place,
        )
    return unit, up


def _largest(leaf: Tier, ratio: Fraction, down_mbps: int, up_mbps: int) -> tuple[int, int] | None:
    """Return the most down ports whose uplinks are a whole number and fit the leaf with them."""
    step = ratio.numerator
    space = room(leaf, down_mbps, up_mbps)
    for down in range(space.low_most // step * step, 0, -step):
        up = int(down / ratio)
        if space.fits(down, up):
            return down, up
    return None


def _reasons(rails: Rails, leaf: Tier, down: int, up: int, up_mbps: int) -> Iterator[str]:
    if rails.split != rails.planes:
        yield (
            f"the node type splits a NIC into {rails.split} ports; it is used as {rails.planes} of "
            f"{names.speed(rails.speed_mbps)}, one a plane"
        )
    origin = "as scalable_unit says" if rails.scalable_unit else "the most that fit"
    yield (
        f"{leaf.label} has {leaf.port_count(rails.speed_mbps)} ports of "
        f"{names.speed(rails.speed_mbps)}: {down} down ({origin}) and {up} up of "
        f"{names.speed(up_mbps)}"
    )
