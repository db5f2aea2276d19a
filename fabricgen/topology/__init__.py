"""The topology room: an intent and its platforms become devices, ports and links."""

from fabricgen.topology.build import build
from fabricgen.topology.graph import graph

__all__ = ["build", "graph"]
