"""The platform is not in the catalogue.

Why: without the platform's port table, headroom rows and buffer size, the checks of lanes, port
names, breakouts, cable rows and pool sizes are left out for this device.

Example: `DEVICE_METADATA|localhost|platform` is `x86_64-acme_box-r0`.

Fix: correct the name, or import the platform from its SONiC folder (`fabricgen catalogue`).

Source: SONiC buildimage device folders (the folder name is the platform name).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, metadata
from fabricgen.rules._ports import platform

ID = "REF018"
SEVERITY = Severity.NOTE
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a note if the file names a platform that the catalogue lacks."""
    name = metadata(subject.config, "platform")
    if name and platform(subject) is None:
        yield found(
            subject.config,
            f"platform {name} is not in the catalogue: ports, breakouts, cable rows and pool sizes are "
            "not checked",
            "correct the name, or import the platform into the catalogue",
            "DEVICE_METADATA",
            "localhost",
            "platform",
        )
