"""Planes left to us: compare the numbers of planes that the NICs allow, and take the cheapest."""

from collections.abc import Callable
from dataclasses import replace

from fabricgen.model.topology import FabricSize
from fabricgen.topology.part import FabricRequest, Part
from fabricgen.topology.refusal import Refused


def with_planes(
    request: FabricRequest, family: str, build: Callable[[FabricRequest], Part]
) -> tuple[FabricRequest, tuple[str, ...]]:
    """Return the request with its planes chosen, and why, where the intent leaves them open.

    Every number of planes that NICs which join their ports allow is counted; fewest switches wins,
    then fewest cables. Where two cost the same, the family's own number stays: a plane a port, as a
    NIC then survives the loss of a plane, and for dual-tor two leaves a plane. Nothing is chosen
    where the intent gives ``planes``, where the NICs leave no choice, or where none can be built, so
    that the family says why. What is planned counts as built, so that growth does not change the choice.
    """
    cards = [card for group in request.groups if (card := group.ports_of(request.name))]
    ports = max((card.ports for card in cards), default=1)
    if request.name != "backend" or request.fabric.planes is not None or ports == 1:
        return request, ()
    if not all(card.joins for card in cards):
        return request, (f"planes: auto takes a plane for each of the {ports} ports of a NIC",)
    own = max(1, ports // 2) if family == "dual-tor" else ports
    sizes: dict[int, FabricSize] = {}
    words = []
    for planes in sorted(_divisors(ports), key=lambda planes: (planes != own, -planes)):
        chosen = replace(
            request,
            fabric=replace(request.fabric, planes=planes),
            groups=tuple(replace(group, nodes=group.planned) for group in request.groups),
            counts_only=True,
        )
        try:
            sizes[planes] = build(chosen).size
        except Refused as refused:
            words.append(f"{_count(planes)} cannot be: {refused.problem.message}")
        else:
            words.append(f"{_count(planes)}: {_cost_text(sizes[planes])}")
    if not sizes:
        return request, ()
    best = min(sizes, key=lambda planes: _cost(sizes[planes]))
    equal = [planes for planes in sizes if _cost(sizes[planes]) == _cost(sizes[best])]
    why = "no other number costs less" if len(equal) > 1 else "it costs least"
    reason = f"planes: auto takes {_count(best)}, as {why} ({'; '.join(words)})"
    return replace(request, fabric=replace(request.fabric, planes=best)), (reason,)


def _divisors(ports: int) -> list[int]:
    return [planes for planes in range(1, ports + 1) if ports % planes == 0]


def _cost(size: FabricSize) -> tuple[int, int]:
    return (
        size.leaf_count + size.spine_count + size.super_spine_count,
        sum(size.cable_count.values()),
    )


def _cost_text(size: FabricSize) -> str:
    switches, cables = _cost(size)
    return f"{switches} switches and {cables} cables in {size.tiers} tiers"


def _count(planes: int) -> str:
    return "1 plane" if planes == 1 else f"{planes} planes"
