"""A catalogue file of the user does not follow its format.

Why: a platform or node type read half would give a wrong configuration, so the file is left out.

Example: `speed: 400` where the format asks for `speed: 400G`.

Fix: correct the key that the message names; docs/catalogue.md explains every key.

Source: schemas/platform-1.schema.json, node-1, model-1 and cable-1.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TOP024"
SEVERITY = Severity.ERROR
POINT = Point.INTENT


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each catalogue file that was left out."""
    yield from findings(design.catalogue.problems, "catalogue-file")
