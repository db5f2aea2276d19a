"""``graph.graphml``: the fabric for yEd, Gephi or networkx; written only where the intent asks.

Source: the GraphML file format, graphml.graphdrawing.org.
"""

from dataclasses import asdict, fields
from xml.sax.saxutils import escape, quoteattr

from fabricgen.model.design import Design
from fabricgen.outputs.graph_parts import Edge, Vertex, edges, vertices

FILE = "graph.graphml"
EXTRA = "graphml"
_ENDS = ("a", "b")


def text(design: Design) -> bytes:
    """Return the graph as GraphML: ports, speed and plane are data of its edges."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *(_key("node", field.name) for field in fields(Vertex) if field.name != "name"),
        *(_key("edge", field.name) for field in fields(Edge) if field.name not in _ENDS),
        '<graph id="fabric" edgedefault="undirected">',
    ]
    lines += [
        f"<node id={quoteattr(vertex.name)}>{_values('node', asdict(vertex))}</node>"
        for vertex in vertices(design)
    ]
    for number, edge in enumerate(edges(design)):
        ends = f"source={quoteattr(edge.a)} target={quoteattr(edge.b)}"
        lines.append(f'<edge id="e{number}" {ends}>{_values("edge", asdict(edge))}</edge>')
    return "\n".join([*lines, "</graph>", "</graphml>", ""]).encode()


def _key(where: str, name: str) -> str:
    kind = "int" if name in ("tier", "plane") else "string"
    return f'<key id="{where}-{name}" for="{where}" attr.name="{name}" attr.type="{kind}"/>'


def _values(where: str, record: dict[str, object]) -> str:
    return "".join(
        f'<data key="{where}-{name}">{escape(str(value))}</data>'
        for name, value in record.items()
        if name not in ("name", *_ENDS)
    )
