"""An external neighbour is a route reflector client.

Why: FRR takes the command for internal neighbours only and refuses it here, in the middle of the lines of this neighbour.

Example: `BGP_NEIGHBOR|10.64.0.0` with asn 4200000001 and rrclient 1 on a device of AS 4200001250.

Fix: write rrclient 0.

Source: FRR user guide, neighbor route-reflector-client (RFC 4456: clients are internal peers).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, local_asn, neighbors
from fabricgen.rules._file import found

ID = "RTE048"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per external neighbour of the template path with the flag."""
    config = subject.config
    own = local_asn(config)
    if framework(config) or own is None:
        return
    for neighbor in neighbors(config):
        flag = config.text("BGP_NEIGHBOR", neighbor.key, "rrclient") or "0"
        if flag != "0" and neighbor.asn not in (None, own):
            yield found(
                config,
                f"neighbour {neighbor.peer} of AS {neighbor.asn} is a route reflector client, but the device is AS {own}",
                "write rrclient 0",
                "BGP_NEIGHBOR",
                neighbor.key,
                "rrclient",
            )
