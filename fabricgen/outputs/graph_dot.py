"""``graph.dot``: the fabric for Graphviz; written only where the intent asks for it."""

from fabricgen.model.design import Design
from fabricgen.outputs.graph_parts import edges, vertices

FILE = "graph.dot"
EXTRA = "dot"


def text(design: Design) -> bytes:
    """Return the graph in the DOT language, one rank a tier, links labelled with their ports."""
    lines = ["graph fabric {", "  rankdir=BT;", "  node [shape=box];"]
    ranks: dict[int, list[str]] = {}
    for vertex in vertices(design):
        ranks.setdefault(vertex.tier, []).append(vertex.name)
        lines.append(f'  "{vertex.name}" [role="{vertex.role}", fabric="{vertex.fabric}"];')
    for tier in sorted(ranks):
        names = "; ".join(f'"{name}"' for name in ranks[tier])
        lines.append(f"  {{ rank=same; {names}; }}")
    lines += [
        f'  "{edge.b}" -- "{edge.a}" [taillabel="{edge.b_port}", headlabel="{edge.a_port}", '
        f'label="{edge.speed_gbps}G", kind="{edge.kind}"];'
        for edge in edges(design)
    ]
    return "\n".join([*lines, "}", ""]).encode()
