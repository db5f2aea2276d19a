"""Rail-optimised two-tier Clos: a leaf serves one rail of one plane of one scalable unit.

All NICs of one rail of a unit meet on one leaf; every leaf of a plane meets every spine of that
plane; planes share no switch. Scalable units are built whole.

Source: NVIDIA DGX SuperPOD reference architectures (H100, B200, B300), network fabrics.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from fabricgen.model.platform import Platform
from fabricgen.model.topology import Device, End, FabricSize, Link, LinkKind, Role
from fabricgen.topology import clos, names
from fabricgen.topology.cables import paper_cable_count
from fabricgen.topology.leaf_shape import LeafShape, backend_shape, check_leaf_count
from fabricgen.topology.panel import Demand, Panel, lay_out
from fabricgen.topology.part import FabricRequest, Managed, Part, half_of
from fabricgen.topology.rails import Rails, read_rails
from fabricgen.topology.tier import Tier, resolve

FABRICS = ("backend",)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """All numbers of the fabric.

    ``first_units`` is the first unit of each group, ``built`` the units that have nodes.
    """

    rails: Rails
    leaf: Tier
    spine: Tier
    shape: LeafShape
    spines: int
    first_units: tuple[int, ...]
    units: int
    units_planned: int
    built: frozenset[int]

    @property
    def leaves_planned(self) -> int:
        return self.units_planned * self.rails.rails


def build(request: FabricRequest) -> Part:
    """Return the fabric.

    Raises:
        Refused: The intent asks for what two tiers of these switches cannot be.
    """
    plan = _plan(request)
    size = _size(request, plan)
    if plan.leaf.platform is None or plan.spine.platform is None:
        paper = paper_cable_count(size, plan.leaf, plan.shape)
        return Part(size=replace(size, cable_count=paper))
    return _wire(request, plan, plan.leaf.platform, plan.spine.platform, size)


def _plan(request: FabricRequest) -> _Plan:
    rails = read_rails(request)
    leaf, spine = (
        resolve(request.intent, request.catalogue, request.name, request.fabric, tier)
        for tier in ("leaf", "spine")
    )
    shape = backend_shape(request, rails, leaf, spine)
    first_units: list[int] = []
    built: set[int] = set()
    planned = 0
    for group in rails.groups:
        first_units.append(planned)
        built |= set(range(planned, planned + -(-group.nodes // shape.down)))
        planned += -(-group.planned // shape.down)
    units = len(built)
    check_leaf_count(request, leaf, units * rails.rails)
    demand = clos.SpineDemand(
        leaves=planned * rails.rails,
        uplinks=shape.up,
        speed_mbps=shape.up_speed_mbps,
        minimum=1,
        per_unit=rails.rails,
        unit=f"scalable unit of {shape.down} nodes",
    )
    spines = clos.spine_count(demand, spine, request.intent.place("compute"))
    return _Plan(
        rails=rails,
        leaf=leaf,
        spine=spine,
        shape=shape,
        spines=spines,
        first_units=tuple(first_units),
        units=units,
        units_planned=planned,
        built=frozenset(built),
    )


def _size(request: FabricRequest, plan: _Plan) -> FabricSize:
    rails, shape = plan.rails, plan.shape
    leaves = plan.units * rails.rails * rails.planes
    injection = rails.port_count * rails.speed_mbps
    return FabricSize(
        name=request.name,
        topology="rail-optimized",
        planes=rails.planes,
        tiers=2,
        gpu_count=rails.gpu_count,
        node_count=rails.node_count,
        units=plan.units,
        units_planned=plan.units_planned,
        nodes_per_unit=shape.down,
        leaf_count=leaves,
        spine_count=plan.spines * rails.planes,
        super_spine_count=0,
        host_link_count=rails.port_count,
        leaf_spine_link_count=leaves * shape.up,
        spine_super_spine_link_count=0,
        cable_count={},
        oversubscription={"leaf": shape.oversubscription},
        ecmp_width={"same_leaf": 1, "same_pod": shape.up, "other_pod": 0},
        bisection_mbps=half_of(injection, shape.oversubscription),
        injection_mbps=injection,
        max_switch_hops=3,
        leaf_host_ports=shape.down,
        leaf_uplinks=shape.up,
        leaves_planned=plan.leaves_planned,
        reasons=tuple(_reasons(request, plan)),
    )


def _reasons(request: FabricRequest, plan: _Plan) -> Iterator[str]:
    rails, shape = plan.rails, plan.shape
    if request.fabric.topology == "auto":
        yield from request.sizing.reasons
    yield from shape.reasons
    yield (
        f"{rails.rails} rails x {plan.units} scalable units of {shape.down} nodes give "
        f"{rails.rails * plan.units} leaves in each of {rails.planes} planes"
    )
    if plan.units_planned > plan.units:
        yield f"the spines have room for {plan.units_planned} scalable units"
    ports = plan.spine.port_count(shape.up_speed_mbps)
    least = Fraction(plan.leaves_planned * shape.up, ports)
    yield (
        f"{plan.leaves_planned} leaves x {shape.up} uplinks on spines of {ports} ports need at "
        f"least {-(-least.numerator // least.denominator)} spines; {plan.spines} divides "
        f"{shape.up}, so each leaf has {shape.up // plan.spines} links to each spine"
    )


def _wire(
    request: FabricRequest, plan: _Plan, leaf: Platform, spine: Platform, size: FabricSize
) -> Part:
    shape = plan.shape
    leaf_panel = lay_out(plan.leaf, leaf, shape.low, shape.high)
    ports = plan.spine.port_count(shape.up_speed_mbps)
    nothing = Demand(speed_mbps=shape.up_speed_mbps, count=0)
    spine_panel = lay_out(plan.spine, spine, replace(nothing, count=ports), nothing)
    devices: list[Device] = []
    links: list[Link] = []
    management: list[Managed] = []
    for plane in range(plan.rails.planes):
        leaves = _leaves(request, plan, plane, leaf_panel)
        spines = _spines(request, plan, plane, spine_panel)
        built = frozenset(item.name for item in leaves if item.unit in plan.built)
        devices += [item for item in leaves if item.name in built] + spines
        links += _host_links(request, plan, plane, leaves, leaf_panel)
        cable_m = request.fabric.cables.leaf_spine
        links += clos.leaf_spine_links(leaves, spines, leaf_panel, spine_panel, cable_m, built)
        management += [Managed(name=item.name, built=True) for item in spines]
        management += [Managed(name=item.name, built=item.name in built) for item in leaves]
    panels = {d.name: leaf_panel if d.role is Role.LEAF else spine_panel for d in devices}
    return Part(
        size=size,
        devices=tuple(devices),
        links=tuple(links),
        panels=panels,
        management=tuple(management),
    )


def _leaves(request: FabricRequest, plan: _Plan, plane: int, panel: Panel) -> list[Device]:
    """Return the leaves of a plane by index, those of planned units too."""
    return [
        Device(
            name=names.rail_leaf(plane, unit, (rail,)),
            role=Role.LEAF,
            fabric=request.name,
            tier=1,
            plane=plane,
            unit=unit,
            index=unit * plan.rails.rails + rail,
            rails=(rail,),
            platform=panel.platform,
            hwsku=panel.hwsku,
        )
        for unit in range(plan.units_planned)
        for rail in range(plan.rails.rails)
    ]


def _spines(request: FabricRequest, plan: _Plan, plane: int, panel: Panel) -> list[Device]:
    return [
        Device(
            name=names.plane_spine(plane, index),
            role=Role.SPINE,
            fabric=request.name,
            tier=2,
            plane=plane,
            unit=0,
            index=index,
            platform=panel.platform,
            hwsku=panel.hwsku,
        )
        for index in range(plan.spines)
    ]


def _host_links(
    request: FabricRequest, plan: _Plan, plane: int, leaves: list[Device], panel: Panel
) -> Iterator[Link]:
    """Yield the links of the built leaves to every node their unit has room for."""
    rails, down = plan.rails, plan.shape.down
    for group, first in zip(rails.groups, plan.first_units, strict=True):
        for unit in range(-(-group.nodes // down)):
            for rail in range(rails.rails):
                leaf = leaves[(first + unit) * rails.rails + rail]
                label = names.nic("nic", rail, plane, rails.planes)
                for position in range(down):
                    index = unit * down + position
                    yield Link(
                        fabric=request.name,
                        plane=plane,
                        kind=LinkKind.HOST_LEAF,
                        upper=End(device=leaf.name, port=panel.down(position)),
                        lower=End(device=group.node_name(index), port=label),
                        speed_mbps=rails.speed_mbps,
                        cable_m=request.fabric.cables.host_leaf,
                        number=position,
                        rail=rail,
                        built=index < group.nodes,
                    )
