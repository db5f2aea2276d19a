"""The compute rate of the nodes is not known.

Why: without the peak rate of a GPU there is no compute time, and nothing to hold the traffic against.

Example: jobs on a node written out as `{gpus: 8, nics: 8, nic_speed: 400G}`.

Fix: take a catalogue node, or leave the jobs out.

Source: fabricgen's catalogue.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP013"
SEVERITY = Severity.ERROR
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``unknown-peak``."""
    if design.feasibility is not None:
        yield from findings(design.feasibility.problems, "unknown-peak")
