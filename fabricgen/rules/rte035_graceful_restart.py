"""The device type turns on graceful restart.

Why: the type ToRRouter switches on graceful restart (240 s) and takes routes with its own AS
number once. If such a leaf hangs, its neighbours keep its routes as stale and black-hole traffic
of dual-homed hosts for minutes.

Example: `DEVICE_METADATA|localhost|type` is `ToRRouter` on a leaf with BGP neighbours.

Fix: use LeafRouter for leaves and SpineRouter for spines, unless warm restart of the leaf is
wanted and hosts have one uplink.

Source: docker-fpm-frr templates, SONiC buildimage commit 086b03bd70f9; RFC 4724.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, neighbors
from fabricgen.rules._file import found, metadata

ID = "RTE035"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding for a ToRRouter with neighbours on the default path."""
    config = subject.config
    if framework(config) or not neighbors(config) or metadata(config, "type") != "ToRRouter":
        return
    yield found(
        config,
        "type ToRRouter turns on graceful restart (restart time 240 s) and allowas-in 1 for "
        f"{len(neighbors(config))} neighbours",
        "use LeafRouter, unless warm restart is wanted and every host has one uplink",
        "DEVICE_METADATA",
        "localhost",
        "type",
    )
