"""Plain leaves and spines for storage, front-end and out-of-band networks.

Node ports alternate over the two leaves of a pair; out-of-band ports have one leaf. One pair is
joined by links and needs no spine; more leaves meet at two spines or more.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from fabricgen.model.platform import Platform
from fabricgen.model.topology import Device, End, FabricSize, Link, Role
from fabricgen.topology import clos, names
from fabricgen.topology.attachments import Attachments, Host, attach, has_cards
from fabricgen.topology.cables import paper_cable_count
from fabricgen.topology.groups import Group
from fabricgen.topology.leaf_shape import LeafShape, check_leaf_count, plain_shapes
from fabricgen.topology.panel import Demand, Panel, lay_out
from fabricgen.topology.part import FabricRequest, Managed, Part, half_of
from fabricgen.topology.refusal import Refused
from fabricgen.topology.tier import Tier, resolve

FABRICS = ("storage", "frontend", "oob")
_FEWEST_SPINES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """All numbers of the fabric. ``built`` are the indexes of the leaves that have hosts."""

    attached: Attachments
    leaf: Tier
    spine: Tier | None
    shape: LeafShape
    leaves_planned: int
    built: tuple[int, ...]
    spines: int
    peers: int

    def below(self, index: int) -> Iterator[tuple[int, Host]]:
        """Yield position and host of the ports of a leaf."""
        homes, down = self.attached.homes, self.shape.down
        first = index // homes * homes * down + index % homes
        slots = self.attached.slots[first : first + homes * down : homes]
        for position, host in enumerate(slots[:down]):
            if host is not None:
                yield position, host


def build(request: FabricRequest) -> Part:
    """Return the fabric.

    Raises:
        Refused: The intent asks for what these switches cannot be.
    """
    plan = _plan(request)
    size = _size(request, plan)
    if plan.leaf.platform is None or (plan.spine is not None and plan.spine.platform is None):
        paper = paper_cable_count(size, plan.leaf, plan.shape)
        return Part(size=replace(size, cable_count=paper))
    return _wire(request, plan, plan.leaf.platform, size)


def _plan(request: FabricRequest) -> _Plan:
    attached = attach(request)
    leaf = resolve(request.intent, request.catalogue, request.name, request.fabric, "leaf")
    named = request.fabric.spine or request.fabric.switch
    spine = (
        resolve(request.intent, request.catalogue, request.name, request.fabric, "spine")
        if named
        else None
    )
    shapes = plain_shapes(request, attached.speed_mbps, leaf, spine or leaf)
    shape = _chosen(attached, spine, shapes)
    planned = _leaves(attached, shape)
    check_leaf_count(request, leaf, planned)
    if planned <= _FEWEST_SPINES:
        spines, peers = 0, _peer_links(request, attached, shape) if planned > 1 else 0
    else:
        spines, peers = _spines(request, shape, planned, spine), 0
    plan = _Plan(
        attached=attached,
        leaf=leaf,
        spine=spine if spines else None,
        shape=shape,
        leaves_planned=planned,
        built=(),
        spines=spines,
        peers=peers,
    )
    return replace(plan, built=tuple(_built(plan)))


def _leaves(attached: Attachments, shape: LeafShape) -> int:
    """Return the leaves that give every slot a port, pairs whole."""
    return -(-len(attached.slots) // (attached.homes * shape.down)) * attached.homes


def _chosen(attached: Attachments, spine: Tier | None, shapes: tuple[LeafShape, ...]) -> LeafShape:
    """Return the first shape whose leaves need no spine or that spines serve, else the last."""
    for shape in shapes:
        leaves = _leaves(attached, shape)
        ports = spine.port_count(shape.up_speed_mbps) if spine else 0
        serving = clos.serving_counts(leaves, shape.up, ports, _FEWEST_SPINES)
        if leaves <= _FEWEST_SPINES or serving:
            return shape
    return shapes[-1]


def _built(plan: _Plan) -> Iterator[int]:
    """Yield the leaves that have a host, pairs whole."""
    homes = plan.attached.homes
    for first in range(0, plan.leaves_planned, homes):
        group = range(first, first + homes)
        if any(host.built for index in group for _, host in plan.below(index)):
            yield from group


def _peer_links(request: FabricRequest, attached: Attachments, shape: LeafShape) -> int:
    """Return the links of a pair: for the ports planned, two at least."""
    ports = min(shape.down, -(-len(attached.slots) // 2))
    ratio = request.fabric.oversubscription * shape.up_speed_mbps / shape.down_speed_mbps
    return max(_FEWEST_SPINES, -int(-ports // ratio))


def _spines(request: FabricRequest, shape: LeafShape, planned: int, spine: Tier | None) -> int:
    if request.fabric.tiers == 1:
        raise Refused(
            "too-few-ports",
            f"one tier of the {request.name} is one pair of leaves; {planned} leaves are needed",
            "use tiers: 2, or a leaf of higher radix",
            request.place("tiers"),
        )
    if spine is None:
        raise Refused(
            "no-switch",
            f"{planned} leaves of the {request.name} need spines, and none is named",
            "write switch: PLATFORM, or spine: PLATFORM",
            request.place(),
        )
    demand = clos.SpineDemand(
        leaves=planned,
        uplinks=shape.up,
        speed_mbps=shape.up_speed_mbps,
        minimum=_FEWEST_SPINES,
        per_unit=1,
        unit=f"leaf of {shape.down} host ports",
    )
    return clos.spine_count(demand, spine, request.place())


def _size(request: FabricRequest, plan: _Plan) -> FabricSize:
    attached, shape = plan.attached, plan.shape
    hosts = sum(1 for host in attached.slots if host is not None and host.built)
    injection = hosts * attached.speed_mbps
    ratio = _oversubscription(plan)
    served = [group for group in request.groups if _serves(request.name, group)]
    width = (plan.peers or shape.up) if plan.leaves_planned > 1 else 0
    return FabricSize(
        name=request.name,
        topology="leaf-spine",
        planes=1,
        tiers=2 if plan.spines else 1,
        gpu_count=sum(group.nodes * group.node.gpus for group in served),
        node_count=sum(group.nodes for group in served),
        units=-(-len(plan.built) // 2),
        units_planned=-(-plan.leaves_planned // 2),
        nodes_per_unit=attached.homes * shape.down // attached.per_node,
        leaf_count=len(plan.built),
        spine_count=plan.spines,
        super_spine_count=0,
        host_link_count=hosts,
        leaf_spine_link_count=len(plan.built) * shape.up if plan.spines else 0,
        spine_super_spine_link_count=0,
        cable_count={},
        oversubscription={} if ratio is None else {"leaf": ratio},
        ecmp_width={"same_leaf": 1, "same_pod": width, "other_pod": 0},
        bisection_mbps=half_of(injection, ratio or Fraction(1)),
        injection_mbps=injection,
        max_switch_hops=3 if plan.spines else min(2, plan.leaves_planned),
        leaf_host_ports=shape.down,
        leaf_uplinks=shape.up,
        leaves_planned=plan.leaves_planned,
        reasons=(*shape.reasons, *_reasons(plan)),
    )


def _serves(fabric: str, group: Group) -> bool:
    return fabric == "oob" or group.ports_of(fabric) is not None or has_cards(fabric, group)


def _oversubscription(plan: _Plan) -> Fraction | None:
    """Return the down to up bandwidth of a full leaf, None for one leaf alone."""
    shape = plan.shape
    if plan.spines:
        return shape.oversubscription
    if not plan.peers:
        return None
    ports = min(shape.down, -(-len(plan.attached.slots) // 2))
    return Fraction(ports * shape.down_speed_mbps, plan.peers * shape.up_speed_mbps)


def _reasons(plan: _Plan) -> Iterator[str]:
    if plan.spines:
        yield (
            f"{plan.leaves_planned} leaves meet at {plan.spines} spines, "
            f"{plan.shape.up // plan.spines} links from each leaf to each spine"
        )
    elif plan.peers:
        yield f"one pair of leaves needs no spine; {plan.peers} links join the pair"
    else:
        yield "one leaf has ports for everything"


def _wire(request: FabricRequest, plan: _Plan, platform: Platform, size: FabricSize) -> Part:
    panel = lay_out(plan.leaf, platform, plan.shape.low, plan.shape.high)
    planned = [_switch(request, Role.LEAF, 1, n, panel) for n in range(plan.leaves_planned)]
    leaves = [leaf for leaf in planned if leaf.index in plan.built]
    built = frozenset(leaf.name for leaf in leaves)
    links: list[Link] = []
    for leaf in leaves:
        links += _host_links(request, plan, leaf, panel)
    panels = {leaf.name: panel for leaf in leaves}
    spines: list[Device] = []
    cable_m = request.fabric.cables.leaf_spine
    if plan.spine is not None and plan.spine.platform is not None:
        spine_panel = _spine_panel(plan.spine, plan.spine.platform, plan.shape)
        spines = [_switch(request, Role.SPINE, 2, n, spine_panel) for n in range(plan.spines)]
        links += clos.leaf_spine_links(planned, spines, panel, spine_panel, cable_m, built)
        panels |= {spine.name: spine_panel for spine in spines}
    elif plan.peers and len(leaves) == _FEWEST_SPINES:
        joined = replace(panel, high=panel.high[: plan.peers])
        links += clos.pair_links(leaves[0], leaves[1], joined, cable_m)
    for dpu, card in zip(plan.attached.dpus, plan.attached.panels, strict=True):
        panels[dpu.name] = card
    management = [Managed(name=spine.name, built=True) for spine in spines]
    management += [Managed(name=leaf.name, built=leaf.name in built) for leaf in planned]
    return Part(
        size=size,
        devices=(*leaves, *spines, *plan.attached.dpus),
        links=tuple(links),
        panels=panels,
        management=tuple(management),
    )


def _spine_panel(tier: Tier, platform: Platform, shape: LeafShape) -> Panel:
    ports = tier.port_count(shape.up_speed_mbps)
    nothing = Demand(speed_mbps=shape.up_speed_mbps, count=0)
    return lay_out(tier, platform, replace(nothing, count=ports), nothing)


def _switch(request: FabricRequest, role: Role, tier: int, index: int, panel: Panel) -> Device:
    return Device(
        name=request.named(role, names.plain_switch(request.name, role, index), index=index + 1),
        role=role,
        fabric=request.name,
        tier=tier,
        plane=0,
        unit=index // 2 if role is Role.LEAF else 0,
        index=index,
        platform=panel.platform,
        hwsku=panel.hwsku,
    )


def _host_links(request: FabricRequest, plan: _Plan, leaf: Device, panel: Panel) -> Iterator[Link]:
    for position, host in plan.below(leaf.index):
        yield Link(
            fabric=request.name,
            plane=0,
            kind=host.kind,
            upper=End(device=leaf.name, port=panel.down(position)),
            lower=host.end,
            speed_mbps=plan.attached.speed_mbps,
            cable_m=request.fabric.cables.host_leaf,
            number=position,
            built=host.built,
        )
