"""The back-end ports of the nodes: rails, planes, homes and speed."""

from dataclasses import dataclass
from math import gcd

from fabricgen.topology.groups import Group
from fabricgen.topology.part import FabricRequest
from fabricgen.topology.refusal import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Rails:
    """What all nodes of the back-end have in common.

    ``rails`` is the most NICs of a node, ``nics`` those of each group. ``split`` is how many ports
    the node type's catalogue entry splits a NIC into; a NIC is used as ``homes`` ports a plane.
    ``spare`` nodes of each scalable unit are backup. ``speeds`` are the rates of a port of each group, ``speed_mbps``
    the highest.
    """

    groups: tuple[Group, ...]
    nics: tuple[int, ...]
    rails: int
    planes: int
    split: int
    speeds: tuple[int, ...]
    scalable_unit: int | None
    homes: int = 1
    spare: int = 0

    @property
    def speed_mbps(self) -> int:
        """The rate of the fastest ports."""
        return max(self.speeds)

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
        Refused: The nodes have no back-end NICs, or the planes do not divide them.
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
    _, card = with_nics[0]
    ports = gcd(*(card.ports for _, card in with_nics))
    planes, homes = _dual(request, ports) if dual else (_planes(request, ports), 1)
    speeds = tuple(card.speed_mbps // (planes * homes) for _, card in with_nics)
    return Rails(
        groups=request.groups,
        nics=tuple(card.nics for _, card in with_nics),
        rails=max(card.nics for _, card in with_nics),
        planes=planes,
        split=card.ports,
        speeds=speeds,
        scalable_unit=_scalable_unit(request),
        homes=homes,
        spare=max(group.spare for group in request.groups),
    )


def _dual(request: FabricRequest, ports: int) -> tuple[int, int]:
    """Return planes and homes of NICs of so many ports that go to two leaves.

    Two ports are two leaves of one plane, or, with as many planes as ports, a leaf in each plane.
    """
    planes = request.fabric.planes or max(1, ports // 2)
    if ports >= 2 and ports in (planes, 2 * planes):
        return planes, ports // planes
    words = f"{ports // 2} or {ports}"
    raise Refused(
        "planes",
        f"dual-tor cables each NIC to two leaves; with {planes} planes it takes NICs of "
        f"{2 * planes} ports, or of {max(2, planes)} where each leaf has its own plane; these "
        f"have {ports}",
        f"use planes: {words}" if ports > 1 else "use NICs of two ports, or rail-optimized",
        request.place("planes"),
    )


def _planes(request: FabricRequest, ports: int) -> int:
    planes = request.fabric.planes or ports
    if planes > ports or ports % planes:
        raise Refused(
            "planes",
            f"{planes} planes need NICs of {planes} ports; these have {ports}",
            f"use a number of planes that divides {ports}, or leave planes out",
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
