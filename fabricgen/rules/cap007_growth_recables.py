"""Growing this back-end by one scalable unit would re-cable its spines.

Why: spines are counted for the units built today. One more unit needs more spines, so every leaf's uplinks would be spread anew.

Example: 128 nodes in two units on eight spines; a third unit needs twelve.

Fix: if the cluster will grow, say so: `grow_to: 256` counts and cables the spines for it now. Nothing changes on existing leaves later.

Source: the equal-parallel-links rule that reproduces NVIDIA's DGX SuperPOD tables.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point

ID = "CAP007"
SEVERITY = Severity.NOTE
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield back-ends of two or three tiers whose units fill what is planned."""
    size = design.topology.sizes.get("backend") if design.topology else None
    if size is None or size.tiers < 2 or size.units < size.units_planned:
        return
    if size.units_per_pod and size.units % size.units_per_pod:
        return
    if any(group.grow_to for group in design.intent.compute):
        return
    upper, lower = ("super-spines", "spine") if size.units_per_pod else ("spines", "leaf")
    yield Finding(
        message=f"the {upper} have room for the {size.units} scalable units of today only; one more "
        f"would change the uplinks of every {lower}",
        hint=f"grow_to: {2 * size.units * size.nodes_per_unit} makes room for twice as many nodes",
        place=design.intent.place("compute"),
    )
