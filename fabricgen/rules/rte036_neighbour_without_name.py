"""A BGP neighbour has no name, or no AS number.

Why: bgpcfgd writes the name as the peer's description and the AS number as its remote AS; without
them the lines it renders are broken and FRR refuses the peer.

Example: `BGP_NEIGHBOR|10.64.0.0` with asn and local_addr only.

Fix: write asn and name (the far device's host name).

Source: docker-fpm-frr templates, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, neighbors
from fabricgen.rules._file import found

ID = "RTE036"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per neighbour of the default path without name or AS number."""
    config = subject.config
    if framework(config):
        return
    for neighbor in neighbors(config):
        lacking = [
            field
            for field in ("asn", "name")
            if not config.text("BGP_NEIGHBOR", neighbor.key, field)
        ]
        if lacking:
            yield found(
                config,
                f"neighbour {neighbor.peer} has no {' and no '.join(lacking)}",
                "write the AS number and host name of the far device",
                "BGP_NEIGHBOR",
                neighbor.key,
            )
