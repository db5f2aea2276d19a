"""A static route has no next hop and does not drop either.

Why: no route comes of the row, so nothing is announced for it: the block of a leaf whose row lost `blackhole` is unknown to all others.

Example: `STATIC_ROUTE|default|10.0.1.0/24` with advertise only.

Fix: write blackhole true, or a nexthop or ifname.

Source: sonic-bgpcfgd managers_static_rt.py, sonic-frr-mgmt-framework, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, leads_nowhere

ID = "RTE047"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per row that makes no route."""
    config = subject.config
    for key in config.rows("STATIC_ROUTE"):
        if leads_nowhere(config, key):
            yield found(
                config,
                f"static route {key} has no nexthop and no ifname, and does not drop: there is no route",
                "write blackhole true, or a nexthop",
                "STATIC_ROUTE",
                key,
            )
