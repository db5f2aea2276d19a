"""The graph of a design as plain records, shared by the three forms it is written in."""

from collections.abc import Iterator
from dataclasses import dataclass

from fabricgen.model.design import Design
from fabricgen.outputs.csv_text import gbps


@dataclass(frozen=True, slots=True, kw_only=True)
class Vertex:
    """A device: ``role`` is leaf, spine, super-spine, dpu or node; planes count from 1."""

    name: str
    role: str
    fabric: str
    tier: int
    plane: int
    platform: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A link with the port of each end; ``a`` is the end nearer the top."""

    a: str
    a_port: str
    b: str
    b_port: str
    fabric: str
    plane: int
    kind: str
    speed_gbps: str


def vertices(design: Design) -> Iterator[Vertex]:
    """Yield the devices in natural order, then the nodes in the order of their links.

    Raises:
        ValueError: The design has no topology yet.
    """
    if design.topology is None:
        raise ValueError("a graph needs a design with a topology")
    known = set()
    for device in design.topology.devices:
        known.add(device.name)
        yield Vertex(
            name=device.name,
            role=device.role.value,
            fabric=device.fabric,
            tier=device.tier,
            plane=device.plane + 1,
            platform=device.platform or "",
        )
    for link in design.topology.links:
        name = link.lower.device
        if name not in known:
            known.add(name)
            yield Vertex(name=name, role="node", fabric="", tier=0, plane=0, platform="")


def edges(design: Design) -> Iterator[Edge]:
    """Yield the links that are built, in the order of the design.

    Raises:
        ValueError: The design has no topology yet.
    """
    if design.topology is None:
        raise ValueError("a graph needs a design with a topology")
    for link in design.topology.links:
        yield Edge(
            a=link.upper.device,
            a_port=link.upper.port,
            b=link.lower.device,
            b_port=link.lower.port,
            fabric=link.fabric,
            plane=link.plane + 1,
            kind=link.kind.value,
            speed_gbps=gbps(link.speed_mbps),
        )
