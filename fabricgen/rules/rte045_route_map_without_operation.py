"""A row of a route map does not say whether it permits or denies.

Why: frrcfgd cannot write the line without it, so the row does nothing: what it should hold back passes, what it should let through falls to
the next row.

Example: `ROUTE_MAP|EXPORT_ABOVE|10` with match_community only.

Fix: write `route_operation`: permit or deny.

Source: FRR user guide, route-map (permit|deny); sonic-frr-mgmt-framework, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "RTE045"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per row without an operation."""
    config = subject.config
    for key in config.rows("ROUTE_MAP"):
        if not config.text("ROUTE_MAP", key, "route_operation"):
            yield found(
                config,
                f"row {key} of a route map neither permits nor denies, and is passed over",
                "write route_operation: permit or deny",
                "ROUTE_MAP",
                key,
            )
