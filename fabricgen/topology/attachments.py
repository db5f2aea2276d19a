"""What hangs on the leaves of a plain fabric: node ports, DPU ports, management ports.

Every port has a position (slot) that depends on positions only. A slot is None where a node has
fewer ports than others; nodes and switches that are planned only have theirs, marked so.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fabricgen.catalogue import choose_hwsku, expand, mode_for
from fabricgen.model.platform import Platform
from fabricgen.model.topology import Device, End, LinkKind, Role
from fabricgen.topology import names
from fabricgen.topology.groups import Group
from fabricgen.topology.panel import Panel
from fabricgen.topology.part import FabricRequest
from fabricgen.topology.refusal import Refused
from fabricgen.topology.tier import find_platform

_PREFIX = {"storage": "store", "frontend": "front"}
_MANAGEMENT_MBPS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """A port below a leaf; ``built`` is False while its node or switch is planned only."""

    end: End
    kind: LinkKind
    built: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachments:
    """All ports below a fabric, by slot. ``per_node`` slots belong to each node.

    ``homes`` is the number of leaves that neighbouring slots alternate over. ``dpus`` are the cards
    with their panel.
    """

    slots: tuple[Host | None, ...]
    per_node: int
    homes: int
    speed_mbps: int
    dpus: tuple[Device, ...] = ()
    panels: tuple[Panel, ...] = ()


def attach(request: FabricRequest) -> Attachments:
    """Return what the leaves of the fabric serve.

    Raises:
        Refused: No node has a port for the fabric, or the ports differ in speed.
    """
    return _management(request) if request.name == "oob" else _ports(request)


def _management(request: FabricRequest) -> Attachments:
    """Return the management ports: of the nodes, then eth0 of the switches."""
    per_node = max((group.node.oob_ports for group in request.groups), default=0)
    slots: list[Host | None] = []
    for group in request.groups:
        for index in range(group.planned):
            for port in range(per_node):
                end = End(device=group.node_name(index), port=f"bmc{port + 1}")
                host = Host(end=end, kind=LinkKind.OOB, built=index < group.nodes)
                slots.append(host if port < group.node.oob_ports else None)
    for switch in request.management:
        eth0 = End(device=switch.name, port="eth0")
        slots.append(Host(end=eth0, kind=LinkKind.OOB, built=switch.built))
    if not any(slots):
        raise Refused(
            "no-nics",
            "nothing needs the out-of-band fabric: no node has a management port and no other "
            "fabric has switches",
            "leave out fabrics.oob",
            request.place(),
        )
    return Attachments(
        slots=tuple(slots), per_node=max(1, per_node), homes=1, speed_mbps=_MANAGEMENT_MBPS
    )


def _cards(request: FabricRequest, group: Group) -> tuple[int, int]:
    """Return the ports of a node for the fabric and their speed; (0, 0) without."""
    if group.dpu is not None and has_cards(request.name, group):
        platform = _card(request, group)
        return 2 * group.dpu.count, _card_mbps(platform, group)
    card = group.ports_of(request.name)
    return (0, 0) if card is None else (card.nics * card.ports, card.port_speed_mbps)


def _card(request: FabricRequest, group: Group) -> Platform:
    assert group.dpu is not None
    place = request.intent.place("compute", group.number, "dpu", "platform")
    platform = find_platform(request.catalogue, group.dpu.platform, place)
    if platform.role != "dpu" or len(platform.fabric_cages) != 2:
        raise Refused(
            "dpu",
            f"{platform.id} is no DPU card with two ports",
            "name a card such as nvidia-bf3",
            place,
        )
    return platform


def _card_mbps(platform: Platform, group: Group) -> int:
    """Return the speed of a card's ports: the node's front-end speed if it can, else its best."""
    cage = platform.fabric_cages[0]
    speeds = {mode.parts[0].speeds_mbps[0] for mode in cage.modes.values()}
    wanted = group.node.frontend.port_speed_mbps if group.node.frontend else 0
    return wanted if wanted in speeds else max(speeds)


def _ports(request: FabricRequest) -> Attachments:
    """Return the ports of the nodes, or of their cards."""
    cards = {group.number: _cards(request, group) for group in request.groups}
    served = [group for group in request.groups if cards[group.number][0]]
    speed_mbps = _one_speed(request, [(group, cards[group.number][1]) for group in served])
    per_node = max(cards[group.number][0] for group in served)
    slots: list[Host | None] = []
    dpus: list[Device] = []
    panels: list[Panel] = []
    for group in served:
        panel = None
        if has_cards(request.name, group):
            panel = _card_panel(_card(request, group), speed_mbps)
            dpus += _dpus(request, group, len(slots) // per_node, panel)
            panels += [panel] * (len(dpus) - len(panels))
        for index in range(group.planned):
            ends = _dpu_ports(group, index, panel) if panel else _node_ports(request, group, index)
            row = [replace(host, built=index < group.nodes) for host in ends]
            slots += [*row, *[None] * (per_node - len(row))]
    return Attachments(
        slots=tuple(slots),
        per_node=per_node,
        homes=2,
        speed_mbps=speed_mbps,
        dpus=tuple(dpus),
        panels=tuple(panels),
    )


def has_cards(fabric: str, group: Group) -> bool:
    """Return whether DPU cards stand in for the group's own ports on a fabric."""
    return fabric == "frontend" and group.dpu is not None and group.dpu.mode == "sonic"


def _one_speed(request: FabricRequest, served: list[tuple[Group, int]]) -> int:
    """Return the speed of all ports of the fabric; refuse none at all, or two speeds."""
    if not served:
        raise Refused(
            "no-nics",
            f"no node has ports for the {request.name} fabric",
            f"choose a node type with {request.name} ports, or leave out fabrics.{request.name}",
            request.place(),
        )
    speeds = list(dict.fromkeys(speed for _, speed in served))
    if len(speeds) > 1:
        raise Refused(
            "mixed-nodes",
            f"the {request.name} ports of the groups run at {names.speed(speeds[0])} and "
            f"{names.speed(speeds[1])}",
            "use node types whose ports run at one speed",
            request.intent.place("compute", served[-1][0].number, "node"),
        )
    return speeds[0]


def _node_ports(request: FabricRequest, group: Group, index: int) -> Iterator[Host]:
    card = group.ports_of(request.name)
    assert card is not None
    for nic in range(card.nics):
        for port in range(card.ports):
            label = names.nic(_PREFIX[request.name], nic, port, card.ports)
            end = End(device=group.node_name(index), port=label)
            yield Host(end=end, kind=LinkKind.HOST_LEAF)


def _dpu_ports(group: Group, index: int, panel: Panel) -> Iterator[Host]:
    assert group.dpu is not None
    for card in range(group.dpu.count):
        name = names.dpu(group.node_name(index), card)
        for spec in panel.specs:
            yield Host(end=End(device=name, port=spec.name), kind=LinkKind.DPU_LEAF)


def _dpus(request: FabricRequest, group: Group, first_node: int, panel: Panel) -> Iterator[Device]:
    """Yield the cards of a group; their index counts planned nodes, then cards."""
    assert group.dpu is not None
    most = max(
        other.dpu.count for other in request.groups if other.dpu and has_cards(request.name, other)
    )
    for index in range(group.nodes):
        for card in range(group.dpu.count):
            node = group.node_name(index)
            yield Device(
                name=names.dpu(node, card),
                role=Role.DPU,
                fabric=request.name,
                tier=0,
                plane=0,
                unit=first_node + index,
                index=(first_node + index) * most + card,
                platform=panel.platform,
                hwsku=panel.hwsku,
                node=node,
            )


def _card_panel(platform: Platform, speed_mbps: int) -> Panel:
    modes = {}
    for cage in platform.fabric_cages:
        mode = mode_for(cage, speed_mbps)
        assert mode is not None, "the speed comes from the card's own modes"
        modes[cage.parent] = mode.name
    hwsku = choose_hwsku(platform, modes)
    specs = expand(platform, modes, hwsku.name)
    return Panel(
        platform=platform.id,
        hwsku=hwsku.name,
        specs=specs,
        breakouts=modes,
        low=(),
        high=tuple(range(len(specs))),
    )
