"""A session never times out.

Why: a hold time (or keepalive time) of 0 turns keepalives off: a peer that hangs is never
noticed, and traffic for it is black-holed.

Example: `BGP_NEIGHBOR|10.64.0.0` with holdtime 0.

Fix: use 9 and 3 seconds.

Source: RFC 4271 section 4.2.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import neighbors
from fabricgen.rules._file import found, number

ID = "RTE027"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per timer that is 0."""
    config = subject.config
    for neighbor in neighbors(config):
        for field in ("holdtime", "keepalive"):
            if number(config.text("BGP_NEIGHBOR", neighbor.key, field)) == 0:
                yield found(
                    config,
                    f"{field} of neighbour {neighbor.peer} is 0: the session never times out",
                    "set holdtime 9 and keepalive 3",
                    "BGP_NEIGHBOR",
                    neighbor.key,
                    field,
                )
                break
