"""The back-end ports of the nodes: rails, planes and speed."""

from dataclasses import dataclass

from fabricgen.model.platform import NicPorts
from fabricgen.topology import names
from fabricgen.topology.groups import Group
from fabricgen.topology.part import FabricRequest
from fabricgen.topology.refusal import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Rails:
    """What all nodes of the back-end have in common.

    ``split`` is how many ports the node type's catalogue entry splits a NIC into; a NIC is used as
    one port a plane.
    """

    groups: tuple[Group, ...]
    rails: int
    planes: int
    split: int
    speed_mbps: int
    scalable_unit: int | None

    @property
    def node_count(self) -> int:
        """Nodes built."""
        return sum(group.nodes for group in self.groups)

    @property
    def gpu_count(self) -> int:
        """GPUs built."""
        return sum(group.nodes * group.node.gpus for group in self.groups)

    @property
    def port_count(self) -> int:
        """NIC ports built, over all planes."""
        return self.node_count * self.rails * self.planes


def read_rails(request: FabricRequest) -> Rails:
    """Return the rails of the nodes.

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
        if (other.nics, other.speed_mbps, other.ports) != (card.nics, card.speed_mbps, card.ports):
            _refuse_mixed(request, (first, card), (group, other))
    planes = _planes(request, card)
    return Rails(
        groups=request.groups,
        rails=card.nics,
        planes=planes,
        split=card.ports,
        speed_mbps=card.speed_mbps // planes,
        scalable_unit=_scalable_unit(request),
    )


def _refuse_mixed(
    request: FabricRequest, one: tuple[Group, NicPorts], two: tuple[Group, NicPorts]
) -> None:
    def words(group: Group, card: NicPorts) -> str:
        return f"{group.name} has {card.nics} of {card.ports} x {names.speed(card.port_speed_mbps)}"

    raise Refused(
        "mixed-nodes",
        f"groups of one back-end must have the same NICs: {words(*one)}, {words(*two)}",
        "use node types with equal back-end NICs, or one intent for each kind",
        request.intent.place("compute", two[0].number, "node"),
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
