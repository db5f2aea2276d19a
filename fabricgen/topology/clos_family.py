"""Build a back-end of two or three tiers from its pattern; each family gives its own."""

from dataclasses import replace

from fabricgen.topology.cables import paper_cable_count
from fabricgen.topology.clos_plan import plan_clos
from fabricgen.topology.clos_size import size_of
from fabricgen.topology.clos_wire import wire
from fabricgen.topology.part import FabricRequest, Part
from fabricgen.topology.pattern import Pattern


def build_clos(request: FabricRequest, pattern: Pattern) -> Part:
    """Return the fabric; with paper switches its size only.

    Raises:
        Refused: The intent asks for what these switches cannot be.
    """
    plan = plan_clos(request, pattern)
    size = size_of(request, plan)
    if plan.paper or request.counts_only:
        paper = paper_cable_count(size, plan.leaf, plan.shape, plan.spine, plan.pods)
        return Part(size=replace(size, cable_count=paper))
    return wire(request, plan, size)
