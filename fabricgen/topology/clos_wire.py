"""The devices and links of a back-end of two or three tiers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from fabricgen.model.platform import Platform
from fabricgen.model.topology import Device, End, FabricSize, Link, LinkKind, Role
from fabricgen.topology import clos, names
from fabricgen.topology.clos_plan import ClosPlan
from fabricgen.topology.panel import Demand, Panel, lay_out
from fabricgen.topology.part import FabricRequest, Managed, Part
from fabricgen.topology.tier import Tier

_OUTLINE_FROM = 100_000  # links of a back-end from which one plane stands for all in a plan


@dataclass(frozen=True, slots=True, kw_only=True)
class _Panels:
    """The panel of each tier; ``top`` is None in two tiers, ``leaves`` are by the rate of their host ports in Mb/s."""

    leaves: Mapping[int, Panel]
    spine: Panel
    top: Panel | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plane:
    """The devices of one plane, planned ones too, by index."""

    number: int
    leaves: tuple[Device, ...]
    spines: tuple[Device, ...]
    tops: tuple[Device, ...]


def wire(request: FabricRequest, plan: ClosPlan, size: FabricSize) -> Part:
    """Return the fabric: its devices and all links, built and planned.

    Raises:
        Refused: A platform has no HwSKU of the layout.
    """
    panels = _panels(plan)
    copied = request.outline and _link_count(size) >= _OUTLINE_FROM
    devices: list[Device] = []
    links: list[Link] = []
    management: list[Managed] = []
    for number in range(plan.rails.planes):
        plane = _plane(request, plan, number, panels)
        built = frozenset(_built(plan, plane))
        management += [
            Managed(name=item.name, built=item.name in built, plane=number)
            for item in _order(plane)
        ]
        if number and copied:
            continue
        ordered = (*plane.leaves, *plane.spines, *plane.tops)
        devices += [item for item in ordered if item.name in built]
        links += _host_links(request, plan, plane, panels)
        links += _leaf_links(request, plan, plane, panels, built)
        links += _top_links(request, plan, plane, panels, built)
    found = {device.name: _panel_of(plan, panels, device) for device in devices}
    return Part(
        size=size,
        devices=tuple(devices),
        links=tuple(links),
        panels=found,
        management=tuple(management),
        copies=plan.rails.planes if copied else 1,
    )


def _panel_of(plan: ClosPlan, panels: _Panels, device: Device) -> Panel:
    if device.role is Role.LEAF:
        return panels.leaves[plan.unit_mbps[device.unit]]
    chosen = panels.top if device.role is Role.SUPER_SPINE else panels.spine
    assert chosen is not None
    return chosen


def _link_count(size: FabricSize) -> int:
    return size.host_link_count + size.leaf_spine_link_count + size.spine_super_spine_link_count


def _order(plane: _Plane) -> tuple[Device, ...]:
    """Return the devices in the order of their out-of-band ports."""
    return (*plane.tops, *plane.spines, *plane.leaves)


def _panels(plan: ClosPlan) -> _Panels:
    shape, pods = plan.shape, plan.pods
    speed = shape.up_speed_mbps
    top = None
    if pods is None:
        spine = _only_down(plan.spine, speed)
    else:
        assert plan.top is not None
        spine = lay_out(
            plan.spine,
            _platform(plan.spine),
            Demand(speed_mbps=speed, count=pods.down),
            Demand(speed_mbps=pods.up_speed_mbps, count=pods.up),
        )
        top = _only_down(plan.top, pods.up_speed_mbps)
    leaves = {
        mbps: lay_out(
            plan.leaf, _platform(plan.leaf), replace(shape.low, speed_mbps=mbps), shape.high
        )
        for mbps in dict.fromkeys(plan.unit_mbps)
    }
    return _Panels(leaves=leaves, spine=spine, top=top)


def _platform(tier: Tier) -> Platform:
    assert tier.platform is not None, "paper switches are not wired"
    return tier.platform


def _only_down(tier: Tier, speed_mbps: int) -> Panel:
    every = Demand(speed_mbps=speed_mbps, count=tier.port_count(speed_mbps))
    return lay_out(tier, _platform(tier), every, replace(every, count=0))


def _plane(request: FabricRequest, plan: ClosPlan, number: int, panels: _Panels) -> _Plane:
    return _Plane(
        number=number,
        leaves=tuple(_leaves(request, plan, number, panels)),
        spines=tuple(_spines(request, plan, number, panels.spine)),
        tops=tuple(_tops(request, plan, number, panels.top)),
    )


def _leaves(
    request: FabricRequest, plan: ClosPlan, plane: int, panels: _Panels
) -> Iterator[Device]:
    homes = plan.rails.homes
    for unit in range(plan.units_planned):
        panel = panels.leaves[plan.unit_mbps[unit]]
        for slot in range(plan.unit_leaves):
            rails = plan.pattern.rails_at(slot, plan.rails)
            home = slot % homes if homes > 1 else None
            yield Device(
                name=request.named(
                    Role.LEAF,
                    names.rail_leaf(plane, unit, rails, home),
                    plane=plane + 1,
                    pod=plan.pod_of(unit) + 1,
                    unit=unit + 1,
                    rail=rails[0] + 1,
                    home=slot % homes + 1,
                    index=unit * plan.unit_leaves + slot + 1,
                ),
                role=Role.LEAF,
                fabric=request.name,
                tier=1,
                plane=plane,
                unit=unit,
                index=unit * plan.unit_leaves + slot,
                rails=rails,
                platform=panel.platform,
                hwsku=panel.hwsku,
            )


def _spines(request: FabricRequest, plan: ClosPlan, plane: int, panel: Panel) -> Iterator[Device]:
    for index in range(plan.spines_planned):
        group, within = divmod(index, plan.spines)
        pod, rail = divmod(group, plan.groups)
        yield Device(
            name=request.named(
                Role.SPINE,
                names.plane_spine(
                    plane, within, pod if plan.pods else None, rail if plan.groups > 1 else None
                ),
                plane=plane + 1,
                pod=pod + 1,
                rail=rail + 1,
                index=within + 1,
            ),
            role=Role.SPINE,
            fabric=request.name,
            tier=2,
            plane=plane,
            unit=pod,
            index=index,
            platform=panel.platform,
            hwsku=panel.hwsku,
        )


def _tops(
    request: FabricRequest, plan: ClosPlan, plane: int, panel: Panel | None
) -> Iterator[Device]:
    if panel is None:
        return
    for index in range(plan.top_count):
        yield Device(
            name=request.named(
                Role.SUPER_SPINE,
                names.super_spine(plane, index),
                plane=plane + 1,
                index=index + 1,
            ),
            role=Role.SUPER_SPINE,
            fabric=request.name,
            tier=3,
            plane=plane,
            unit=0,
            index=index,
            platform=panel.platform,
            hwsku=panel.hwsku,
        )


def _built(plan: ClosPlan, plane: _Plane) -> Iterator[str]:
    """Yield the names of the devices of a plane that are built."""
    for unit, nics in plan.unit_nics.items():
        for slot in plan.pattern.slots(nics, plan.rails):
            yield plane.leaves[unit * plan.unit_leaves + slot].name
    pods = frozenset(plan.pods_built)
    yield from (spine.name for spine in plane.spines if spine.unit in pods)
    yield from (top.name for top in plane.tops)


def _host_links(
    request: FabricRequest, plan: ClosPlan, plane: _Plane, panels: _Panels
) -> Iterator[Link]:
    """Yield the links of the built leaves to every node their unit has room for."""
    rails, unit_nodes = plan.rails, plan.shape.nodes
    ports = rails.planes * rails.homes
    for number, group in enumerate(rails.groups):
        nics, first = rails.nics[number], plan.first_units[number]
        panel = panels.leaves[rails.speeds[number]]
        for unit in range(-(-group.nodes // unit_nodes)):
            at = (first + unit) * plan.unit_leaves
            for rail in range(nics):
                for home in range(rails.homes):
                    leaf = plane.leaves[at + plan.pattern.slot_of(rail, home, rails)]
                    label = names.nic("nic", rail, plane.number * rails.homes + home, ports)
                    for position in range(unit_nodes):
                        index = unit * unit_nodes + position
                        yield Link(
                            fabric=request.name,
                            plane=plane.number,
                            kind=LinkKind.HOST_LEAF,
                            upper=End(
                                device=leaf.name,
                                port=panel.down(plan.pattern.port_of(position, rail, rails)),
                            ),
                            lower=End(device=group.node_name(index), port=label),
                            speed_mbps=rails.speeds[number],
                            cable_m=request.fabric.cables.host_leaf,
                            number=position,
                            rail=rail,
                            built=index < group.nodes,
                        )


def _leaf_links(
    request: FabricRequest, plan: ClosPlan, plane: _Plane, panels: _Panels, built: frozenset[str]
) -> Iterator[Link]:
    """Yield the links between leaves and spines of the pods that are built.

    Leaves that never come, of rails that the nodes of a unit do not have, have none.
    """
    boundaries = {
        mbps: clos.Boundary(
            kind=LinkKind.LEAF_SPINE,
            lower=panel,
            upper=panels.spine,
            cable_m=request.fabric.cables.leaf_spine,
        )
        for mbps, panel in panels.leaves.items()
    }
    per_group = plan.unit_leaves // plan.groups
    for leaf in plane.leaves:
        here = leaf.name in built
        pod = plan.pod_of(leaf.unit)
        if pod not in plan.pods_built or (not here and leaf.unit in plan.unit_nics):
            continue
        slot = leaf.index % plan.unit_leaves
        group = pod * plan.groups + slot // per_group
        uppers = plane.spines[group * plan.spines : (group + 1) * plan.spines]
        unit = leaf.unit - (pod * plan.pods.units if plan.pods else 0)
        below = clos.Below(
            device=leaf,
            position=unit * per_group + slot % per_group,
            number=leaf.index,
            built=here,
        )
        where = boundaries[plan.unit_mbps[leaf.unit]]
        yield from clos.tier_links([below], uppers, where)


def _top_links(
    request: FabricRequest, plan: ClosPlan, plane: _Plane, panels: _Panels, built: frozenset[str]
) -> Iterator[Link]:
    """Yield the links between the spines, those of planned pods too, and the super-spines."""
    if plan.pods is None or panels.top is None:
        return
    where = clos.Boundary(
        kind=LinkKind.SPINE_SUPER_SPINE,
        lower=panels.spine,
        upper=panels.top,
        cable_m=request.fabric.cables.spine_super_spine,
    )
    colours, tops = plan.groups * plan.spines, plan.pods.tops
    for spine in plane.spines:
        colour = spine.index % colours
        below = clos.Below(
            device=spine, position=spine.unit, number=spine.index, built=spine.name in built
        )
        yield from clos.tier_links([below], plane.tops[colour * tops : (colour + 1) * tops], where)
