"""Two tiers of switches: how many spines, and which port of a leaf meets which port of a spine."""

from collections.abc import Iterator, Sequence
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
        if tier.count not in serving:
            _refuse_count(demand, tier, serving)
        return tier.count
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
        "choose a spine of higher radix, or split the NICs into more planes",
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


def leaf_spine_links(
    leaves: Sequence[Device],
    spines: Sequence[Device],
    leaf_panel: Panel,
    spine_panel: Panel,
    cable_m: int,
    built: frozenset[str],
) -> Iterator[Link]:
    """Yield the links between the leaves (planned ones too) and spines of one plane.

    Uplink ``j`` of a leaf goes to spine ``j // parallel``; on the spine the links of a leaf follow
    each other at the leaf's own position. Both depend on positions only.
    """
    uplinks = len(leaf_panel.high)
    parallel = uplinks // len(spines)
    for leaf in leaves:
        for number in range(uplinks):
            spine, within = divmod(number, parallel)
            port = leaf_panel.specs[leaf_panel.high[number]]
            yield Link(
                fabric=leaf.fabric,
                plane=leaf.plane,
                kind=LinkKind.LEAF_SPINE,
                upper=End(
                    device=spines[spine].name,
                    port=spine_panel.down(leaf.index * parallel + within),
                ),
                lower=End(device=leaf.name, port=port.name),
                speed_mbps=port.speed_mbps,
                cable_m=cable_m,
                number=leaf.index * uplinks + number,
                built=leaf.name in built,
            )


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
