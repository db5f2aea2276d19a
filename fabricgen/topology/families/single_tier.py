"""One tier of rail leaves: a pair joined by links, one leaf, or one leaf a rail.

A pair serves half of the rails on each leaf and joins the two with as many links as the
oversubscription asks for. With one leaf a rail nothing joins the leaves: traffic between rails
crosses the scale-up network inside the node first (PXN).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from fabricgen.model.platform import Platform
from fabricgen.model.topology import Device, End, FabricSize, Link, LinkKind, Role
from fabricgen.topology import clos, names
from fabricgen.topology.cables import paper_cable_count
from fabricgen.topology.leaf_shape import LeafShape, check_speed
from fabricgen.topology.panel import Panel, lay_out, room
from fabricgen.topology.part import FabricRequest, Managed, Part, half_of
from fabricgen.topology.rails import Rails, read_rails
from fabricgen.topology.refusal import Refused
from fabricgen.topology.tier import Tier, resolve

FABRICS = ("backend",)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """All numbers of the fabric. ``capacity`` is how many nodes the leaves have ports for."""

    rails: Rails
    leaf: Tier
    leaves: int
    shape: LeafShape
    capacity: int

    @property
    def rails_per_leaf(self) -> int:
        return -(-self.rails.rails // self.leaves)

    def rails_of(self, index: int) -> tuple[int, ...]:
        first = index * self.rails_per_leaf
        return tuple(range(first, min(first + self.rails_per_leaf, self.rails.rails)))


def build(request: FabricRequest) -> Part:
    """Return the fabric.

    Raises:
        Refused: The nodes do not fit one tier of this leaf.
    """
    plan = _plan(request)
    size = _size(request, plan)
    if plan.leaf.platform is None or request.counts_only:
        paper = paper_cable_count(size, plan.leaf, plan.shape)
        return Part(size=replace(size, cable_count=paper))
    return _wire(request, plan, plan.leaf.platform, size)


def _check_alike(request: FabricRequest, rails: Rails) -> None:
    """Refuse NIC ports of two speeds: the leaves of one tier serve the nodes of all groups.

    Raises:
        Refused: See above.
    """
    for group, speed in zip(rails.groups, rails.speeds, strict=True):
        if speed != rails.speeds[0]:
            raise Refused(
                "mixed-nodes",
                f"the NIC ports of {rails.groups[0].name} run at {names.speed(rails.speeds[0])}, those of "
                f"{group.name} at {names.speed(speed)}, and one tier has leaves of one kind",
                "use topology: rail-optimized, whose scalable units have leaves of their own, or one "
                "intent for each kind",
                request.intent.place("compute", group.number, "node"),
            )


def _plan(request: FabricRequest) -> _Plan:
    rails = read_rails(request)
    _check_alike(request, rails)
    leaf = resolve(request.intent, request.catalogue, request.name, request.fabric, "leaf")
    check_speed(leaf, rails.speed_mbps, "the NIC ports")
    planned = sum(group.planned for group in rails.groups)
    if leaf.count is not None:
        if leaf.count not in (1, 2, rails.rails):
            raise Refused(
                "leaf-count",
                f"{leaf.count} leaves a plane do not serve {rails.rails} rails in one tier",
                f"use 1, 2 (a pair) or {rails.rails} (one leaf a rail), or leave count out",
                request.place("leaf", "count"),
            )
        counts = [leaf.count]
    else:
        counts = [2, rails.rails] if rails.rails > 1 else [1]
    plans = [_shaped(request, rails, leaf, count) for count in counts]
    for plan in plans:
        if plan is not None and plan.capacity >= planned:
            return plan
    most = max((plan.capacity for plan in plans if plan is not None), default=0)
    raise Refused(
        "too-few-ports",
        f"{planned} nodes of {rails.rails} rails do not fit one tier of {leaf.label} with "
        f"{leaf.port_count(rails.speed_mbps)} ports of {names.speed(rails.speed_mbps)}",
        f"one tier carries at most {most} nodes; use topology rail-optimized for more",
        leaf.place,
    )


def _shaped(request: FabricRequest, rails: Rails, leaf: Tier, count: int) -> _Plan | None:
    """Return the plan with ``count`` leaves, None if not even one node fits."""
    per_node = -(-rails.rails // count)
    joined = count == 2 and rails.rails > 1
    ratio = request.fabric.oversubscription
    space = room(leaf, rails.speed_mbps, rails.speed_mbps)
    for capacity in range(space.low_most // per_node, 0, -1):
        down = capacity * per_node
        up = -int(-down // ratio) if joined else 0
        if space.fits(down, up):
            shape = LeafShape(
                down=down,
                down_speed_mbps=rails.speed_mbps,
                up=up,
                up_speed_mbps=rails.speed_mbps,
            )
            return _Plan(rails=rails, leaf=leaf, leaves=count, shape=shape, capacity=capacity)
    return None


def _peer_links(request: FabricRequest, plan: _Plan) -> int:
    """Return the links of a pair: for the nodes planned, of those the panel has room for."""
    if not plan.shape.up:
        return 0
    planned = sum(group.planned for group in plan.rails.groups)
    ports = planned * plan.rails_per_leaf
    return -int(-ports // request.fabric.oversubscription)


def _size(request: FabricRequest, plan: _Plan) -> FabricSize:
    rails = plan.rails
    peers = _peer_links(request, plan)
    injection = rails.port_count * rails.speed_mbps
    planned = sum(group.planned for group in rails.groups)
    ratio = Fraction(planned * plan.rails_per_leaf, peers) if peers else Fraction(1)
    return FabricSize(
        name=request.name,
        topology="single-tier",
        planes=rails.planes,
        tiers=1,
        gpu_count=rails.gpu_count,
        node_count=rails.node_count,
        units=1,
        units_planned=1,
        nodes_per_unit=plan.capacity,
        leaf_count=plan.leaves * rails.planes,
        spine_count=0,
        super_spine_count=0,
        host_link_count=rails.port_count,
        leaf_spine_link_count=0,
        spine_super_spine_link_count=0,
        cable_count={},
        oversubscription={"leaf": ratio} if peers else {},
        ecmp_width={"same_leaf": 1, "same_pod": peers, "other_pod": 0},
        bisection_mbps=half_of(injection, ratio),
        injection_mbps=injection,
        max_switch_hops=2 if peers else 1,
        leaf_host_ports=plan.capacity,
        leaf_uplinks=plan.shape.up,
        leaves_planned=plan.leaves,
        reasons=tuple(_reasons(request, plan, peers)),
    )


def _reasons(request: FabricRequest, plan: _Plan, peers: int) -> Iterator[str]:
    rails = plan.rails
    if request.fabric.topology == "auto":
        yield from request.sizing.reasons
    yield (
        f"{plan.leaf.label} has {plan.leaf.port_count(rails.speed_mbps)} ports of "
        f"{names.speed(rails.speed_mbps)}; {plan.leaves} leaves a plane have room for "
        f"{plan.capacity} nodes of {rails.rails} rails"
    )
    if peers:
        yield f"the two leaves of a pair are joined by {peers} links"
    elif plan.leaves > 1:
        yield (
            "no link joins the leaves: traffic between rails crosses the scale-up network of a "
            "node first (PXN)"
        )


def _wire(request: FabricRequest, plan: _Plan, platform: Platform, size: FabricSize) -> Part:
    panel = lay_out(plan.leaf, platform, plan.shape.low, plan.shape.high)
    peers = _peer_links(request, plan)
    joined = replace(panel, high=panel.high[:peers])
    devices: list[Device] = []
    links: list[Link] = []
    for plane in range(plan.rails.planes):
        leaves = [_leaf(request, plan, plane, index, panel) for index in range(plan.leaves)]
        devices += leaves
        for leaf in leaves:
            links += _host_links(request, plan, leaf, panel)
        if peers:
            cable_m = request.fabric.cables.leaf_spine
            links += clos.pair_links(leaves[0], leaves[1], joined, cable_m)
    return Part(
        size=size,
        devices=tuple(devices),
        links=tuple(links),
        panels={device.name: panel for device in devices},
        management=tuple(
            Managed(name=device.name, built=True, plane=device.plane) for device in devices
        ),
    )


def _leaf(request: FabricRequest, plan: _Plan, plane: int, index: int, panel: Panel) -> Device:
    rails = plan.rails_of(index)
    return Device(
        name=request.named(
            Role.LEAF,
            names.rail_leaf(plane, 0, rails),
            plane=plane + 1,
            rail=rails[0] + 1,
            index=index + 1,
        ),
        role=Role.LEAF,
        fabric=request.name,
        tier=1,
        plane=plane,
        unit=0,
        index=index,
        rails=rails,
        platform=panel.platform,
        hwsku=panel.hwsku,
    )


def _host_links(request: FabricRequest, plan: _Plan, leaf: Device, panel: Panel) -> Iterator[Link]:
    """Yield the links of a leaf to the nodes: the rails of a node side by side."""
    first = 0
    for group, nics in zip(plan.rails.groups, plan.rails.nics, strict=True):
        for index in range(group.planned):
            for within, rail in enumerate(rail for rail in leaf.rails if rail < nics):
                position = first + index
                port = panel.down(position * plan.rails_per_leaf + within)
                label = names.nic("nic", rail, leaf.plane, plan.rails.planes)
                yield Link(
                    fabric=request.name,
                    plane=leaf.plane,
                    kind=LinkKind.HOST_LEAF,
                    upper=End(device=leaf.name, port=port),
                    lower=End(device=group.node_name(index), port=label),
                    speed_mbps=plan.rails.speed_mbps,
                    cable_m=request.fabric.cables.host_leaf,
                    number=position,
                    rail=rail,
                    built=index < group.nodes,
                )
        first += group.planned
