"""A text stands where a list belongs, or the other way round.

Why: a text in place of a list is read letter by letter, and a list in place of a text not at all.

Example: `ACL_TABLE|A|ports` "Ethernet16,Ethernet24".

Fix: write the list form, or the text form, as the hint shows.

Source: SONiC YANG models (sonic-net/sonic-buildimage, src/sonic-yang-models);
    sonic-net/sonic-utilities pull request 1576.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL011"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "wrong-shape")
