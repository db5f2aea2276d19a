"""The back-end ports of the nodes: rails, planes, homes and speed."""

from dataclasses import dataclass

from fabricgen.model.platform import NicPorts
from fabricgen.topology import names
from fabricgen.topology.groups import Group
from fabricgen.topology.part import FabricRequest
from fabricgen.topology.refusal import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Rails:
    """What all nodes of the back-end have in common.

    ``rails`` is the most NICs of a node, ``nics`` those of each group. ``split`` is how many ports
    the node type's catalogue entry splits a NIC into; a NIC is used as ``homes`` ports a plane.
    ``spare`` nodes of each scalable unit are backup.
    """

    groups: tuple[Group, ...]
    nics: tuple[int, ...]
    rails: int
    planes: int
    split: int
    speed_mbps: int
    scalable_unit: int | None
    homes: int = 1
    spare: int = 0

    def active(self, unit_nodes: int) -> tuple[int, ...]:
        """Return the nodes of each group that are built and no backup, units of ``unit_nodes``."""
        return tuple(
            group.nodes
            - group.nodes // unit_nodes * self.spare
            - max(0, group.nodes % unit_nodes - (unit_nodes - self.spare))
            for group in self.groups
        )

    @property
    def node_count(self) -> int:
        """Nodes built, backup nodes too."""
        return sum(group.nodes for group in self.groups)

    @property
    def gpu_count(self) -> int:
        """GPUs built, those of backup nodes too."""
        return sum(group.nodes * group.node.gpus for group in self.groups)

    @property
    def port_count(self) -> int:
        """NIC ports built, over all planes."""
        ports = self.planes * self.homes
        return sum(g.nodes * nics for g, nics in zip(self.groups, self.nics, strict=True)) * ports


def read_rails(request: FabricRequest, *, dual: bool = False) -> Rails:
    """Return the rails of the nodes.

    Args:
        request: The fabric.
        dual: Each NIC has two leaves.

    Raises:
        Refused: The nodes have no back-end NICs or differ, or the planes do not divide them.
    """
    cards = [(group, group.ports_of(request.name)) for group in request.groups]
    with_nics = [(group, card) for group, card in cards if card is not None]
    if len(with_nics) < len(cards):
        lacking = next(group for group, card in cards if card is None)
        raise Refused(
            "no-nics",
            f"the nodes of group {lacking.name} have no back-end NICs",
            "choose a node type with back-end NICs, or leave out fabrics.backend",
            request.intent.place("compute", lacking.number, "node"),
        )
    first, card = with_nics[0]
    for group, other in with_nics[1:]:
        if (other.speed_mbps, other.ports) != (card.speed_mbps, card.ports):
            _refuse_mixed(request, (first, card), (group, other))
    planes, homes = _dual(request, card) if dual else (_planes(request, card), 1)
    return Rails(
        groups=request.groups,
        nics=tuple(card.nics for _, card in with_nics),
        rails=max(card.nics for _, card in with_nics),
        planes=planes,
        split=card.ports,
        speed_mbps=card.speed_mbps // (planes * homes),
        scalable_unit=_scalable_unit(request),
        homes=homes,
        spare=max(group.spare for group in request.groups),
    )


def _refuse_mixed(
    request: FabricRequest, one: tuple[Group, NicPorts], two: tuple[Group, NicPorts]
) -> None:
    def words(group: Group, card: NicPorts) -> str:
        return f"{group.name} has {card.nics} of {card.ports} x {names.speed(card.port_speed_mbps)}"

    raise Refused(
        "mixed-nodes",
        "groups of one back-end must have NIC ports of one speed and number: "
        f"{words(*one)}, {words(*two)}",
        "use node types with equal NIC ports (their number of NICs may differ), or one intent for "
        "each kind",
        request.intent.place("compute", two[0].number, "node"),
    )


def _dual(request: FabricRequest, card: NicPorts) -> tuple[int, int]:
    """Return planes and homes of NICs whose ports go to two leaves.

    Two ports are two leaves of one plane, or, with as many planes as ports, a leaf in each plane.
    """
    planes = request.fabric.planes or max(1, card.ports // 2)
    if card.ports >= 2 and card.ports in (planes, 2 * planes):
        return planes, card.ports // planes
    words = f"{card.ports // 2} or {card.ports}"
    raise Refused(
        "planes",
        f"dual-tor cables each NIC to two leaves; with {planes} planes it takes NICs of "
        f"{2 * planes} ports, or of {max(2, planes)} where each leaf has its own plane; these "
        f"have {card.ports}",
        f"use planes: {words}" if card.ports > 1 else "use NICs of two ports, or rail-optimized",
        request.place("planes"),
    )


def _planes(request: FabricRequest, card: NicPorts) -> int:
    planes = request.fabric.planes or card.ports
    if planes > card.ports or card.ports % planes:
        raise Refused(
            "planes",
            f"{planes} planes need NICs of {planes} ports; these have {card.ports}",
            f"use a number of planes that divides {card.ports}, or leave planes out",
            request.place("planes"),
        )
    return planes


def _scalable_unit(request: FabricRequest) -> int | None:
    given = [group for group in request.groups if group.scalable_unit is not None]
    sizes = list(dict.fromkeys(group.scalable_unit for group in given))
    if len(sizes) > 1:
        raise Refused(
            "mixed-nodes",
            f"scalable units of {sizes[0]} and {sizes[1]} nodes cannot share leaves of one size",
            "use the same scalable_unit in all groups",
            request.intent.place("compute", given[-1].number, "scalable_unit"),
        )
    return sizes[0] if sizes else None
