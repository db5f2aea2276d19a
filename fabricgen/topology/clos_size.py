"""The counts of a back-end of two or three tiers, by closed formulas: no link is made for them."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from fabricgen.model.topology import FabricSize
from fabricgen.topology import names
from fabricgen.topology.clos_plan import ClosPlan
from fabricgen.topology.part import FabricRequest, half_of


def size_of(request: FabricRequest, plan: ClosPlan) -> FabricSize:
    """Return the counts over all planes, without the cables."""
    rails, shape, pods = plan.rails, plan.shape, plan.pods
    active = rails.active(shape.nodes)
    injection = _injection_mbps(plan, active)
    ratios = {"leaf": shape.oversubscription} | ({"spine": pods.oversubscription} if pods else {})
    uplinks = pods.up if pods else 0
    return FabricSize(
        name=request.name,
        topology=plan.pattern.name,
        planes=rails.planes,
        tiers=3 if pods else 2,
        gpu_count=sum(n * g.node.gpus for n, g in zip(active, rails.groups, strict=True)),
        node_count=sum(active),
        units=len(plan.unit_nics),
        units_planned=plan.units_planned,
        nodes_per_unit=shape.nodes,
        leaf_count=plan.leaf_count * rails.planes,
        spine_count=plan.spine_count * rails.planes,
        super_spine_count=plan.top_count * rails.planes,
        host_link_count=rails.port_count,
        leaf_spine_link_count=plan.leaf_count * rails.planes * shape.up,
        spine_super_spine_link_count=plan.spine_count * rails.planes * uplinks,
        cable_count={},
        oversubscription=ratios,
        ecmp_width={"same_leaf": 1, "same_pod": shape.up, "other_pod": shape.up * uplinks},
        bisection_mbps=half_of(injection, _product(ratios.values())),
        injection_mbps=injection,
        max_switch_hops=5 if pods else 3,
        leaf_host_ports=shape.nodes,
        leaf_uplinks=shape.up,
        leaves_planned=plan.leaves_planned,
        reasons=tuple(_reasons(request, plan)),
        homes=rails.homes,
        pods=len(plan.pods_built),
        pods_planned=pods.planned if pods else 1,
        units_per_pod=pods.units if pods else 0,
        spines_planned=plan.spines_planned,
        spine_uplinks=uplinks,
    )


def _injection_mbps(plan: ClosPlan, active: tuple[int, ...]) -> int:
    """Return what the NICs of all nodes but the backup ones send at most."""
    rails = plan.rails
    rates = zip(active, rails.nics, rails.speeds, strict=True)
    return sum(nodes * nics * mbps for nodes, nics, mbps in rates) * rails.planes * rails.homes


def _product(ratios: Iterable[Fraction]) -> Fraction:
    """Return what the bisection loses: the product of the oversubscriptions above 1."""
    share = Fraction(1)
    for ratio in ratios:
        share *= max(Fraction(1), ratio)
    return share


def _reasons(request: FabricRequest, plan: ClosPlan) -> Iterator[str]:
    rails, shape = plan.rails, plan.shape
    if request.fabric.topology == "auto":
        yield from request.sizing.reasons
    if plan.why:
        yield f"three tiers, because two do not serve: {plan.why}"
    yield from shape.reasons
    for group, speed in zip(rails.groups, rails.speeds, strict=True):
        if speed != rails.speed_mbps:
            yield (
                f"{group.name} has leaves of its own units with {shape.down} ports of "
                f"{names.speed(speed)} down and the same uplinks"
            )
    units = len(plan.unit_nics)
    yield (
        f"{_what(plan)} x {units} scalable units of {shape.nodes} nodes give "
        f"{plan.leaf_count} leaves in each of {rails.planes} planes"
    )
    if plan.units_planned > units:
        yield f"the spines have room for {plan.units_planned} scalable units"
    yield from _pod_reasons(plan) if plan.pods else _spine_reasons(plan)


def _what(plan: ClosPlan) -> str:
    rails = plan.rails
    if not plan.pattern.leaf_per_rail:
        return "one leaf for all rails"
    return f"{rails.rails} rails" + (f" x {rails.homes} leaves" if rails.homes > 1 else "")


def _spine_reasons(plan: ClosPlan) -> Iterator[str]:
    shape = plan.shape
    ports = plan.spine.port_count(shape.up_speed_mbps)
    leaves = plan.leaves_planned // plan.groups
    least = Fraction(leaves * shape.up, ports)
    of = " of a rail" if plan.groups > 1 else ""
    yield (
        f"{leaves} leaves{of} x {shape.up} uplinks on spines of {ports} ports need at "
        f"least {-(-least.numerator // least.denominator)} spines; {plan.spines} divides "
        f"{shape.up}, so each leaf has {shape.up // plan.spines} links to each spine"
    )
    if plan.groups > 1:
        yield (
            "no spine joins two rails: traffic between rails crosses the scale-up network of a node "
            "first (PXN)"
        )


def _pod_reasons(plan: ClosPlan) -> Iterator[str]:
    pods, shape = plan.pods, plan.shape
    assert pods is not None
    yield (
        f"a pod is {pods.units} scalable units; its {plan.groups * pods.spines} spines a plane have "
        f"{pods.down} ports down and {pods.up} up, {shape.up // pods.spines} links to each leaf "
        "that they serve"
    )
    yield (
        f"spine j of each of {pods.planned} pods meets {pods.tops} super-spines of its own, "
        f"{pods.up // pods.tops} links to each: {plan.top_count} super-spines a plane"
    )
