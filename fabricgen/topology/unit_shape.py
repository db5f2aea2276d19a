"""How many ports of a back-end leaf face down and how many up."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from fabricgen.topology import names
from fabricgen.topology.groups import Group
from fabricgen.topology.leaf_shape import LeafShape, check_speed, uplink_mbps
from fabricgen.topology.panel import Room, room
from fabricgen.topology.part import FabricRequest
from fabricgen.topology.rails import Rails
from fabricgen.topology.refusal import Refused
from fabricgen.topology.tier import Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class _Division:
    """What divides the ports of a leaf.

    ``per_node`` ports serve a node, ``spare`` nodes of a unit are backup, ``ratio`` is active down
    ports to up ports.
    """

    per_node: int
    spare: int
    ratio: Fraction
    room: Room

    def uplinks(self, nodes: int) -> Fraction:
        """Return the uplinks for a unit of so many nodes."""
        return (nodes - self.spare) * self.per_node / self.ratio

    def fits(self, nodes: int) -> bool:
        """Return whether a leaf serves a unit of so many nodes with whole uplinks."""
        up = self.uplinks(nodes)
        return (
            up.denominator == 1 and up > 0 and self.room.fits(nodes * self.per_node, up.numerator)
        )

    def largest(self) -> int | None:
        """Return the most nodes a leaf serves, None if not even one."""
        most = self.room.low_most // self.per_node
        return next((nodes for nodes in range(most, 0, -1) if self.fits(nodes)), None)


def backend_shape(
    request: FabricRequest, rails: Rails, leaf: Tier, spine: Tier, per_node: int
) -> LeafShape:
    """Return the leaf of a back-end with spines: the scalable unit down, its share up.

    Args:
        request: The fabric.
        rails: The NIC ports of the nodes.
        leaf: The switch.
        spine: Gives the speed of the uplinks.
        per_node: Ports of a leaf that a node takes.

    Raises:
        Refused: The leaf has too few ports, none of the speed, or the uplinks are no whole number.
    """
    down_mbps = rails.speed_mbps
    check_speed(leaf, down_mbps, "the NIC ports")
    up_mbps = uplink_mbps(spine, down_mbps)
    division = _Division(
        per_node=per_node,
        spare=rails.spare,
        ratio=request.fabric.oversubscription * up_mbps / down_mbps,
        room=room(leaf, down_mbps, up_mbps),
    )
    nodes = rails.scalable_unit
    if nodes is not None:
        _check_pinned(request, nodes, division, leaf, (down_mbps, up_mbps))
    else:
        nodes = _largest(request, division, leaf, down_mbps)
    shape = LeafShape(
        down=nodes * per_node,
        down_speed_mbps=down_mbps,
        up=int(division.uplinks(nodes)),
        up_speed_mbps=up_mbps,
        spare=rails.spare * per_node,
        nodes=nodes,
    )
    return _with_reasons(shape, rails, leaf)


def check_slower(
    request: FabricRequest, group: Group, leaf: Tier, shape: LeafShape, mbps: int
) -> None:
    """Refuse slower NIC ports that the leaf cannot have beside the same uplinks.

    Raises:
        Refused: See above.
    """
    if mbps == shape.down_speed_mbps:
        return
    check_speed(leaf, mbps, f"the NIC ports of {group.name}")
    if not room(leaf, mbps, shape.up_speed_mbps).fits(shape.down, shape.up):
        raise Refused(
            "mixed-nodes",
            f"leaves of {group.name} need {shape.down} ports of {names.speed(mbps)} and, as all leaves, "
            f"{shape.up} of {names.speed(shape.up_speed_mbps)}; {leaf.label} has no room for both",
            "use a smaller scalable_unit, another leaf, or one intent for each kind of node",
            request.intent.place("compute", group.number, "node"),
        )


def _largest(request: FabricRequest, division: _Division, leaf: Tier, down_mbps: int) -> int:
    nodes = division.largest()
    if nodes is None:
        raise Refused(
            "too-few-ports",
            f"{leaf.label} has {leaf.port_count(down_mbps)} ports of {names.speed(down_mbps)}, "
            f"too few to divide {request.fabric.oversubscription} to 1",
            "choose a leaf of higher radix or another oversubscription",
            leaf.place,
        )
    return nodes


def _check_pinned(
    request: FabricRequest, nodes: int, division: _Division, leaf: Tier, speeds: tuple[int, int]
) -> None:
    down_mbps, up_mbps = speeds
    up = division.uplinks(nodes)
    if up <= 0:
        raise Refused(
            "odd-oversubscription",
            f"all {nodes} nodes of a scalable unit are spare",
            "use a larger scalable_unit or fewer spare nodes",
            request.intent.place("compute"),
        )
    if up.denominator != 1:
        near = _near(nodes, division)
        raise Refused(
            "odd-oversubscription",
            f"{(nodes - division.spare) * division.per_node} down ports at "
            f"{request.fabric.oversubscription} to 1 need {up} uplinks of "
            f"{names.speed(up_mbps)}, which is no whole number",
            f"use a scalable unit of {' or '.join(map(str, near))} nodes, or another "
            "oversubscription",
            request.place("oversubscription"),
        )
    if not division.fits(nodes):
        largest = division.largest()
        most = f"at most {largest} nodes" if largest else "fewer nodes"
        raise Refused(
            "too-few-ports",
            f"a scalable unit of {nodes} nodes needs leaves of {nodes * division.per_node} down "
            f"ports of {names.speed(down_mbps)} and {up} up ports of {names.speed(up_mbps)}; "
            f"{leaf.label} has {leaf.port_count(down_mbps)} ports of {names.speed(down_mbps)} "
            "in all",
            f"use a scalable unit of {most}, a higher oversubscription, or a larger leaf",
            leaf.place,
        )


def _near(nodes: int, division: _Division) -> Iterator[int]:
    """Yield the nearest sizes of a unit, below and above, whose uplinks are a whole number."""
    step = Fraction(division.ratio, division.per_node).numerator
    below = (nodes - division.spare) // step * step + division.spare
    if below > division.spare:
        yield below
    yield below + step


def _with_reasons(shape: LeafShape, rails: Rails, leaf: Tier) -> LeafShape:
    return LeafShape(
        down=shape.down,
        down_speed_mbps=shape.down_speed_mbps,
        up=shape.up,
        up_speed_mbps=shape.up_speed_mbps,
        spare=shape.spare,
        nodes=shape.nodes,
        reasons=tuple(_reasons(shape, rails, leaf)),
    )


def _reasons(shape: LeafShape, rails: Rails, leaf: Tier) -> Iterator[str]:
    if rails.split != rails.planes * rails.homes:
        yield (
            f"the node type splits a NIC into {rails.split} ports; it is used as {rails.planes} of "
            f"{names.speed(rails.speed_mbps)}, one a plane"
        )
    origin = "as scalable_unit says" if rails.scalable_unit else "the most that fit"
    yield (
        f"{leaf.label} has {leaf.port_count(rails.speed_mbps)} ports of "
        f"{names.speed(rails.speed_mbps)}: {shape.down} down ({origin}) and {shape.up} up of "
        f"{names.speed(shape.up_speed_mbps)}"
    )
    if rails.spare:
        yield (
            f"{rails.spare} of the {shape.nodes} nodes of a scalable unit are backup nodes; "
            "oversubscription counts the others"
        )
