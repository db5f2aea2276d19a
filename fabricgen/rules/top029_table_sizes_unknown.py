"""No source gives the table sizes of a platform, so what the design needs of them is not checked.

Why: how many ECMP members, routes and neighbours a switch holds depends on the ASIC and on how its image
divides the tables. SONiC's files do not tell. What is not known is not called fine.

Example: nvidia-sn5600 as a leaf of 32 uplinks: ECMP of 32 members, 194 routes, 64 neighbours, sizes unknown.

Fix: compare the numbers with `crm show resources all` on a switch or with the vendor's data sheet. Write what
you learn under `asic: scale:` of an own platform file; TOP030 then checks it.

Source: SONiC doc/crm, Critical Resource Monitoring.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._catalogue import place_of
from fabricgen.rules._scale import NAMES, Need, needs

ID = "TOP029"
SEVERITY = Severity.NOTE
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding per platform of the design with a table of unknown size."""
    unknown: dict[str, list[Need]] = {}
    for need in needs(design):
        if need.held is None:
            unknown.setdefault(need.platform, []).append(need)
    for platform, tables in unknown.items():
        asked = ", ".join(f"{need.count} {NAMES[need.table]}" for need in tables)
        yield Finding(
            message=f"{platform}: table sizes unknown; its fullest device needs {asked}",
            hint="compare with `crm show resources all` on a switch, and write the sizes under "
            "asic/scale of an own platform file",
            place=place_of(design, tables[0].device),
        )
