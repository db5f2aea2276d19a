"""The official YANG engine could not run.

Why: no verdict is not a good verdict: the engine is not installed, or the folder's models do not
    load.

Example: `--yang` with a folder that holds no `*.yang` files.

Fix: install the extra `fabricgen[yang]`, and give the folder of one release's models.

Source: libyang; oopt-gnpy-libyang.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL021"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "official-engine")
