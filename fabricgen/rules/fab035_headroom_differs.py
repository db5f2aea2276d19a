"""The same port speed and cable get different headroom on switches of one platform.

Why: the bytes that arrive after pause depend on speed, cable, MTU and platform only. Where one
switch keeps less than its equals, its profile was edited or comes from another table.

Example: `BUFFER_PROFILE|pg_lossless_400000_40m_profile` xoff 30000 on leaf-1, 55296 on all others.

Fix: take the values of the platform's table on all of them.

Source: SONiC buildimage pg_profile_lookup.ini.
"""

from collections.abc import Iterable, Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_usual import outliers, platforms

ID = "FAB035"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every headroom value that most equal devices do not have."""
    for names in platforms(fabric).values():
        for row, field in sorted(_fields(fabric, names)):
            values = {
                name: value
                for name in names
                if (value := fabric.devices[name].text("BUFFER_PROFILE", row, field)) is not None
            }
            for one in outliers(values):
                yield found(
                    fabric.devices[one.device],
                    f"{field} of {row} is {one.value} bytes on {one.device} but {one.usual} bytes on "
                    f"{one.usual_count} devices of its platform",
                    "use the headroom of the platform's table on all of them",
                    "BUFFER_PROFILE",
                    row,
                    field,
                )


def _fields(fabric: FabricFiles, names: Iterable[str]) -> set[tuple[str, str]]:
    return {
        (row, field)
        for name in names
        for row, fields in fabric.devices[name].rows("BUFFER_PROFILE").items()
        if "xoff" in fields
        for field in ("xoff", "xon", "size")
    }
