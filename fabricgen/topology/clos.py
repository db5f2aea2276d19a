"""Two tiers of switches: how many spines, and which port of a leaf meets which port of a spine."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fabricgen.model.diagnostic import Place
from fabricgen.model.topology import Device, End, Link, LinkKind
from fabricgen.topology import names
from fabricgen.topology.panel import Panel
from fabricgen.topology.refusal import Refused
from fabricgen.topology.tier import Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class SpineDemand:
    """What the spines of one plane must serve.

    ``leaves`` are those planned, ``uplinks`` the links of one leaf at ``speed_mbps``, ``minimum``
    the fewest spines the family wants. ``per_unit`` leaves come at a time, and ``unit`` says of
    what (``"scalable unit of 64 nodes"``).
    """

    leaves: int
    uplinks: int
    speed_mbps: int
    minimum: int
    per_unit: int
    unit: str
    groups: int = 1
    instead: str = ""


def spine_count(demand: SpineDemand, tier: Tier, place: Place) -> int:
    """Return the fewest spines that serve all leaves of a plane evenly.

    Every leaf has the same number of links to every spine, so the count divides the uplinks, and
    the spines together have a port for each uplink.

    Raises:
        Refused: No count serves, or the count the intent pins does not.

    Source: reproduces the leaf and spine counts of the NVIDIA DGX SuperPOD reference architectures
    (H100, B200, B300).
    """
    ports = tier.port_count(demand.speed_mbps)
    if ports == 0:
        raise Refused(
            "impossible-speed",
            f"{tier.label} has no ports of {names.speed(demand.speed_mbps)} for the spine",
            "choose a spine that runs at the speed of the leaf's uplinks",
            tier.place,
        )
    serving = serving_counts(demand.leaves, demand.uplinks, ports, demand.minimum)
    if not serving:
        _refuse_leaves(demand, ports, tier, place)
    if tier.count is not None:
        counts = tuple(demand.groups * count for count in serving)
        if tier.count not in counts:
            _refuse_count(demand, tier, counts)
        return tier.count // demand.groups
    return serving[0]


def serving_counts(leaves: int, uplinks: int, spine_ports: int, minimum: int) -> tuple[int, ...]:
    """Return all numbers of spines that serve ``leaves`` evenly, fewest first."""
    return tuple(
        count
        for count in range(max(1, minimum), uplinks + 1)
        if uplinks % count == 0 and leaves * (uplinks // count) <= spine_ports
    )


def _refuse_leaves(demand: SpineDemand, ports: int, tier: Tier, place: Place) -> None:
    most = ports // demand.per_unit
    if demand.uplinks < demand.minimum:
        raise Refused(
            "too-many-leaves",
            f"a leaf has {demand.uplinks} uplinks of {names.speed(demand.speed_mbps)}, fewer than "
            f"the {demand.minimum} spines there must be at least",
            "lower the oversubscription or choose slower uplinks",
            place,
        )
    raise Refused(
        "too-many-leaves",
        f"{demand.leaves} leaves a plane need a spine with a port of "
        f"{names.speed(demand.speed_mbps)} for each of them; {tier.label} has {ports}",
        f"two tiers of this spine carry at most {most} times a {demand.unit}: build no more, or "
        f"choose a spine of higher radix, split the NICs into more planes{demand.instead}",
        place,
    )


def _refuse_count(demand: SpineDemand, tier: Tier, serving: tuple[int, ...]) -> None:
    raise Refused(
        "spine-count",
        f"{tier.count} spines do not serve {demand.leaves} leaves of {demand.uplinks} uplinks "
        f"evenly: a leaf must have equally many links to every spine of {tier.label}",
        f"use {' or '.join(map(str, serving))}, or leave count out",
        tier.place,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Boundary:
    """Where two tiers meet: the panels of both, what the links are and how long."""

    kind: LinkKind
    lower: Panel
    upper: Panel
    cable_m: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Below:
    """A device below a boundary, at its position among those that meet the same upper devices.

    ``built`` says whether it is; ``number`` is its position in the numbering of links.
    """

    device: Device
    position: int
    number: int
    built: bool


def tier_links(
    lowers: Iterable[Below], uppers: Sequence[Device], where: Boundary
) -> Iterator[Link]:
    """Yield the links between lower devices (planned ones too) and all of ``uppers``.

    Uplink ``j`` of a device goes to upper device ``j // parallel``; there the links of a device
    follow each other at its position. Both depend on positions only.
    """
    uplinks = len(where.lower.high)
    parallel = uplinks // len(uppers)
    ports = [where.lower.specs[position] for position in where.lower.high]
    for low in lowers:
        first = low.position * parallel
        for number, port in enumerate(ports):
            upper, within = divmod(number, parallel)
            yield Link(
                fabric=low.device.fabric,
                plane=low.device.plane,
                kind=where.kind,
                upper=End(device=uppers[upper].name, port=where.upper.down(first + within)),
                lower=End(device=low.device.name, port=port.name),
                speed_mbps=port.speed_mbps,
                cable_m=where.cable_m,
                number=low.number * uplinks + number,
                built=low.built,
            )


def leaf_spine_links(
    leaves: Sequence[Device],
    spines: Sequence[Device],
    leaf_panel: Panel,
    spine_panel: Panel,
    cable_m: int,
    built: frozenset[str],
) -> Iterator[Link]:
    """Yield the links between the leaves (planned ones too) and the spines, all with all."""
    where = Boundary(kind=LinkKind.LEAF_SPINE, lower=leaf_panel, upper=spine_panel, cable_m=cable_m)
    lowers = (
        Below(device=leaf, position=leaf.index, number=leaf.index, built=leaf.name in built)
        for leaf in leaves
    )
    return tier_links(lowers, spines, where)


def pair_links(first: Device, second: Device, panel: Panel, cable_m: int) -> Iterator[Link]:
    """Yield the links between the two leaves of a pair, on the same port at both ends."""
    for number, position in enumerate(panel.high):
        port = panel.specs[position]
        yield Link(
            fabric=first.fabric,
            plane=first.plane,
            kind=LinkKind.LEAF_LEAF,
            upper=End(device=first.name, port=port.name),
            lower=End(device=second.name, port=port.name),
            speed_mbps=port.speed_mbps,
            cable_m=cable_m,
            number=number,
        )
