"""Devices of one tier carry database versions of different releases.

Why: releases differ in tables, defaults and buffer tables. A mixed fabric is normal during an
upgrade only; a file of the wrong release may abort `config reload`.

Example: `VERSIONS|DATABASE|VERSION` is version_202511_01 on three leaves, version_202405_01 on
leaf-1.

Fix: bring all devices to one release, or finish the upgrade.

Source: SONiC sonic-utilities db_migrator; SONiC YANG model sonic-versions.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_roles import peers
from fabricgen.rules._fabric_usual import outliers

ID = "FAB068"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every device whose database version is not the usual one of its equals."""
    for names in peers(fabric).values():
        values = {
            name: version
            for name in names
            if (version := fabric.devices[name].text("VERSIONS", "DATABASE", "VERSION")) is not None
        }
        for one in outliers(values):
            yield found(
                fabric.devices[one.device],
                f"{one.device} has database version {one.value}, {one.usual_count} devices like it have "
                f"{one.usual}",
                "bring all devices to one release",
                "VERSIONS",
                "DATABASE",
                "VERSION",
            )
