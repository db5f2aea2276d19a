"""The back-end as arrays: which leaf serves which NIC, and what joins the switches of a plane."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fabricgen.model.topology import Link, LinkKind, Role, Topology

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plane:
    """One plane. Rates in Gb/s, counts in links.

    ``up`` [leaf, spine], ``top`` [spine, super-spine] and ``peer`` [leaf, leaf] count the links of a pair of
    switches; ``up_gbps``, ``top_gbps`` and ``peer_gbps`` are the rates of one such link (1 where there is none).
    ``homes`` maps a NIC (node x rails + rail) to its leaves in this plane, -1 for none: shape [nics, ports];
    ``port_gbps`` [nics] is the rate of the NIC's ports in this plane together.
    """

    number: int
    leaves: tuple[str, ...]
    spines: tuple[str, ...]
    supers: tuple[str, ...]
    up: Floats
    up_gbps: Floats
    top: Floats
    top_gbps: Floats
    peer: Floats
    peer_gbps: Floats
    homes: Ints
    port_gbps: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """The back-end: its planes, its nodes in the order of the intent, NICs a node."""

    planes: tuple[Plane, ...]
    nodes: tuple[str, ...]
    rails: int


def wire(topology: Topology, nodes: Sequence[str], rails: int, fabric: str = "backend") -> Wiring:
    """Return the wiring of a fabric.

    Args:
        topology: Its devices and links; a fabric of paper switches has none, and gives no plane.
        nodes: Names of all nodes, in the order that placements count them.
        rails: NICs of a node.
        fabric: Which fabric.
    """
    links: dict[int, list[Link]] = {}
    for link in topology.links:
        if link.fabric == fabric:
            links.setdefault(link.plane, []).append(link)
    names: dict[tuple[int, Role], list[str]] = {}
    for device in topology.devices:
        if device.fabric == fabric:
            names.setdefault((device.plane, device.role), []).append(device.name)
    numbers = {name: number for number, name in enumerate(nodes)}
    return Wiring(
        planes=tuple(
            _plane(
                plane,
                links[plane],
                [
                    names.get((plane, role), [])
                    for role in (Role.LEAF, Role.SPINE, Role.SUPER_SPINE)
                ],
                numbers,
                rails,
            )
            for plane in sorted(links)
        ),
        nodes=tuple(nodes),
        rails=rails,
    )


def _plane(
    number: int, links: list[Link], names: list[list[str]], nodes: dict[str, int], rails: int
) -> Plane:
    leaf, spine, top = ({name: i for i, name in enumerate(tier)} for tier in names)
    up, up_gbps = _pairs(links, LinkKind.LEAF_SPINE, leaf, spine)
    high, high_gbps = _pairs(links, LinkKind.SPINE_SUPER_SPINE, spine, top)
    peer, peer_gbps = _pairs(links, LinkKind.LEAF_LEAF, leaf, leaf)
    homes, rate = _homes(links, leaf, nodes, rails)
    return Plane(
        number=number,
        leaves=tuple(names[0]),
        spines=tuple(names[1]),
        supers=tuple(names[2]),
        up=up,
        up_gbps=up_gbps,
        top=high,
        top_gbps=high_gbps,
        peer=peer + peer.T,
        peer_gbps=np.maximum(peer_gbps, peer_gbps.T),
        homes=homes,
        port_gbps=rate,
    )


def _pairs(
    links: list[Link], kind: LinkKind, lower: dict[str, int], upper: dict[str, int]
) -> tuple[Floats, Floats]:
    count = np.zeros((len(lower), len(upper)))
    rate = np.ones((len(lower), len(upper)))
    for link in links:
        if link.kind is kind:
            at = lower[link.lower.device], upper[link.upper.device]
            count[at] += 1
            rate[at] = link.speed_mbps / 1000
    return count, rate


def _homes(
    links: list[Link], leaf: dict[str, int], nodes: dict[str, int], rails: int
) -> tuple[Ints, Floats]:
    found: dict[int, list[int]] = {}
    rate = np.zeros(len(nodes) * rails)
    for link in links:
        node = nodes.get(link.lower.device)
        if link.kind is LinkKind.HOST_LEAF and node is not None and link.rail is not None:
            nic = node * rails + link.rail
            found.setdefault(nic, []).append(leaf[link.upper.device])
            rate[nic] += link.speed_mbps / 1000
    ports = max((len(item) for item in found.values()), default=1)
    homes = np.full((len(nodes) * rails, ports), -1, dtype=np.int64)
    for nic, item in found.items():
        homes[nic, : len(item)] = item
    return homes, rate
