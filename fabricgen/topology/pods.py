"""The third tier: pods of scalable units, and the super-spines that join them.

Spine ``j`` of every pod meets the same super-spines, its colour. Each super-spine has equally many
links to its spine in every pod, so that the number of super-spines of a colour divides the uplinks
of a spine.

Source: reproduces the three-tier counts of the NVIDIA DGX SuperPOD reference architecture (B200) and
of the classical fat tree (k^3/4 NICs, 5k^2/4 switches).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from fabricgen.topology import names
from fabricgen.topology.leaf_shape import LeafShape, uplink_mbps
from fabricgen.topology.panel import Room, room
from fabricgen.topology.part import FabricRequest
from fabricgen.topology.refusal import Refused
from fabricgen.topology.tier import Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class Pods:
    """The pods of a plane.

    ``units`` are the scalable units of a pod, ``spines`` the spines of each of its groups, ``down``
    and ``up`` the ports of a spine. A colour has ``tops`` super-spines.
    """

    units: int
    planned: int
    spines: int
    down: int
    up: int
    up_speed_mbps: int
    tops: int
    oversubscription: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class PodDemand:
    """What the pods must serve.

    ``unit_leaves`` are the leaves of a unit that meet at the same spines, of which there are
    ``groups`` sets in a pod.
    """

    shape: LeafShape
    unit_leaves: int
    groups: int
    units_planned: int
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spine:
    """A spine of three tiers: ``ratio`` is its down ports to its up ports."""

    tier: Tier
    room: Room
    ratio: Fraction

    def fits(self, down: int) -> bool:
        """Return whether the box has the down ports and their share up, whole."""
        up = down / self.ratio
        return up.denominator == 1 and up > 0 and self.room.fits(down, up.numerator)


def plan_pods(request: FabricRequest, demand: PodDemand, spine: Tier, top: Tier) -> Pods:
    """Return the pods.

    Raises:
        Refused: No pod fits the spines, or the super-spines have too few ports for the pods.
    """
    down_mbps = demand.shape.up_speed_mbps
    if spine.port_count(down_mbps) == 0:
        refuse_speed(spine, down_mbps)
    up_mbps = uplink_mbps(top, down_mbps)
    box = _Spine(
        tier=spine,
        room=room(spine, down_mbps, up_mbps),
        ratio=request.fabric.spine_oversubscription * up_mbps / down_mbps,
    )
    units, spines = _pod(request, demand, box)
    planned = -(-demand.units_planned // units)
    spines = _pinned_spines(demand, box, units, spines, planned)
    down = units * demand.unit_leaves * (demand.shape.up // spines)
    up = int(down / box.ratio)
    return Pods(
        units=units,
        planned=planned,
        spines=spines,
        down=down,
        up=up,
        up_speed_mbps=up_mbps,
        tops=_tops(demand, units, planned, up, up_mbps, top, demand.groups * spines),
        oversubscription=Fraction(down * down_mbps, up * up_mbps),
    )


def refuse_speed(tier: Tier, speed_mbps: int) -> None:
    """Refuse an upper tier without ports of the speed of the links below it.

    Raises:
        Refused: Always.
    """
    raise Refused(
        "impossible-speed",
        f"{tier.label} has no ports of {names.speed(speed_mbps)} for the "
        f"{tier.name.replace('_', '-')}",
        "choose a switch that runs at the speed of the uplinks below it",
        tier.place,
    )


def _pod(request: FabricRequest, demand: PodDemand, box: _Spine) -> tuple[int, int]:
    """Return the units of a pod and the fewest spines for them."""
    if request.fabric.pod is None:
        return _largest_pod(request, demand, box), demand.shape.up
    units = request.fabric.pod
    spines = next(_spine_counts(demand, box, units), None)
    if spines is None:
        _refuse_pod(request, demand, box, units)
        raise AssertionError("refusing always raises")
    return units, spines


def _spine_counts(demand: PodDemand, box: _Spine, units: int) -> Iterator[int]:
    """Yield the numbers of spines that serve a pod evenly, fewest first."""
    uplinks = demand.shape.up
    for count in range(1, uplinks + 1):
        if uplinks % count == 0 and box.fits(units * demand.unit_leaves * (uplinks // count)):
            yield count


def _largest_pod(request: FabricRequest, demand: PodDemand, box: _Spine) -> int:
    for units in range(box.room.low_most // demand.unit_leaves, 0, -1):
        if box.fits(units * demand.unit_leaves):
            return units
    ports = box.tier.port_count(demand.shape.up_speed_mbps)
    raise Refused(
        "pod",
        f"{demand.unit_leaves} leaves, of one {demand.unit}, on a spine of {ports} ports leave no "
        f"whole number of uplinks at {request.fabric.spine_oversubscription} to 1",
        "choose a spine of higher radix or another spine_oversubscription",
        box.tier.place,
    )


def _refuse_pod(request: FabricRequest, demand: PodDemand, box: _Spine, units: int) -> None:
    most = box.room.low_most // demand.unit_leaves
    good = [n for n in range(1, most + 1) if next(_spine_counts(demand, box, n), None)]
    below = max((n for n in good if n < units), default=None)
    above = min((n for n in good if n > units), default=None)
    near = " or ".join(str(n) for n in (below, above) if n is not None)
    leaves = units * demand.unit_leaves
    up = leaves / box.ratio
    raise Refused(
        "pod",
        f"a pod of {units} times a {demand.unit} brings {leaves} leaves to a spine; "
        f"{box.tier.label} has {box.tier.port_count(demand.shape.up_speed_mbps)} ports for them "
        f"and for their uplinks, which at {request.fabric.spine_oversubscription} to 1 are {up}",
        (f"use pod: {near}, or " if near else "use ")
        + _near_ratios(leaves, box, demand.shape.up_speed_mbps),
        request.place("pod"),
    )


def _near_ratios(down: int, box: _Spine, down_mbps: int) -> str:
    """Return the nearest oversubscriptions that give whole uplinks, in words."""
    speeds = Fraction(box.room.high_mbps, down_mbps)
    wanted = down / box.ratio
    ups = [n for n in (-(-wanted.numerator // wanted.denominator), int(wanted)) if n > 0]
    fits = [str(down / (n * speeds)) for n in dict.fromkeys(ups) if box.room.fits(down, n)]
    return f"spine_oversubscription: {' or '.join(fits)}" if fits else "a spine of higher radix"


def _pinned_spines(demand: PodDemand, box: _Spine, units: int, fewest: int, planned: int) -> int:
    """Return the spines of a group, as ``count`` of the intent says if it does."""
    if box.tier.count is None:
        return fewest
    sets = planned * demand.groups
    serving = [sets * count for count in _spine_counts(demand, box, units)]
    if box.tier.count not in serving:
        raise Refused(
            "spine-count",
            f"{box.tier.count} spines a plane do not serve {planned} pods evenly",
            f"use {' or '.join(map(str, serving))}, or leave count out",
            box.tier.place,
        )
    return box.tier.count // sets


def _tops(
    demand: PodDemand, units: int, pods: int, up: int, up_mbps: int, top: Tier, colours: int
) -> int:
    """Return the fewest super-spines of a colour that serve all pods evenly."""
    ports = top.port_count(up_mbps)
    if ports == 0:
        refuse_speed(top, up_mbps)
    serving = [n for n in range(1, up + 1) if up % n == 0 and pods * (up // n) <= ports]
    if not serving:
        raise Refused(
            "too-many-pods",
            f"{pods} pods of {units} times a {demand.unit} need a super-spine with a port of "
            f"{names.speed(up_mbps)} for each of them; {top.label} has {ports}",
            f"three tiers of this super-spine carry at most {ports} such pods: build no more, use "
            "larger pods (spines of higher radix), or split the NICs into more planes",
            top.place,
        )
    if top.count is not None:
        counts = [colours * n for n in serving]
        if top.count not in counts:
            raise Refused(
                "spine-count",
                f"{top.count} super-spines a plane do not serve {colours} spines of {pods} pods "
                "evenly",
                f"use {' or '.join(map(str, counts))}, or leave count out",
                top.place,
            )
        return top.count // colours
    return serving[0]
