"""The topology as a graph that others walk."""

from typing import TYPE_CHECKING

from fabricgen.model.topology import Topology

if TYPE_CHECKING:
    import networkx


def graph(topology: Topology) -> "networkx.MultiGraph":
    """Return the topology as an undirected multigraph.

    Nodes are device names with the attribute ``device`` (the record; None for GPU servers). Edges
    are keyed by the link's fabric, plane, kind and upper port, with the attribute ``link``.
    """
    import networkx

    built = networkx.MultiGraph()
    for device in topology.devices:
        built.add_node(device.name, device=device)
    for link in topology.links:
        for end in (link.upper, link.lower):
            if end.device not in built:
                built.add_node(end.device, device=None)
        key = f"{link.fabric}:{link.plane}:{link.kind.value}:{link.upper.port}"
        built.add_edge(link.upper.device, link.lower.device, key=key, link=link)
    return built
