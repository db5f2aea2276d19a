"""``graph.json``: the fabric as nodes and links; written only where the intent asks for it."""

from dataclasses import asdict

import orjson

from fabricgen.model.design import Design
from fabricgen.outputs.graph_parts import edges, vertices

FILE = "graph.json"
EXTRA = "graph-json"


def text(design: Design) -> bytes:
    """Return the graph as JSON: ``format_version``, ``nodes`` and ``links``, one record each."""
    document = {
        "format_version": 1,
        "nodes": [asdict(vertex) for vertex in vertices(design)],
        "links": [asdict(edge) for edge in edges(design)],
    }
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
