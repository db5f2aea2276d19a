"""Groups of nodes with their node types resolved, at stable positions."""

from dataclasses import dataclass

from fabricgen.catalogue.written import node_type
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.intent import ComputeGroup, DpuIntent, Intent
from fabricgen.model.platform import NicPorts, NodeType


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A group of equal nodes.

    ``asked`` is the group as written, ``planned`` the number of nodes there must be room for, at least ``nodes``. ``number`` is the
    group's position in the intent, ``spare`` the backup nodes of each scalable unit.
    """

    asked: ComputeGroup
    number: int
    name: str
    nodes: int
    planned: int
    node: NodeType
    scalable_unit: int | None
    dpu: DpuIntent | None
    spare: int = 0

    def node_name(self, index: int) -> str:
        """Return the name of a node of the group by its position."""
        return self.asked.node_name(index)

    def ports_of(self, fabric: str) -> NicPorts | None:
        """Return the node's cards for a fabric, None where it has none."""
        cards = {
            "backend": self.node.backend,
            "storage": self.node.storage,
            "frontend": self.node.frontend,
        }.get(fabric)
        return cards if cards is not None and cards.nics > 0 else None


def resolve(intent: Intent, catalogue: Catalogue) -> tuple[Group, ...]:
    """Return the groups of the intent with their node types.

    Raises:
        KeyError: A node type is not in the catalogue; sizing has reported it before.
    """
    return tuple(_group(number, group, catalogue) for number, group in enumerate(intent.compute))


def _group(number: int, group: ComputeGroup, catalogue: Catalogue) -> Group:
    return Group(
        asked=group,
        number=number,
        name=group.name,
        nodes=group.nodes,
        planned=max(group.nodes, group.grow_to or 0),
        node=node_type(catalogue, group.node),
        scalable_unit=group.scalable_unit,
        dpu=group.dpu,
        spare=group.spare,
    )
