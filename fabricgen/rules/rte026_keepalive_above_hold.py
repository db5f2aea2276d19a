"""A session's keepalive time is not below its hold time.

Why: the peer gives up before the next keepalive is sent; the session resets again and again.

Example: `BGP_NEIGHBOR|10.64.0.0` with holdtime 3 and keepalive 10.

Fix: make the hold time three times the keepalive time (9 and 3 seconds are usual in fabrics).

Source: RFC 4271 sections 4.4 and 10.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number

ID = "RTE026"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per neighbour or peer group whose timers do not fit."""
    config = subject.config
    for table in ("BGP_NEIGHBOR", "BGP_PEER_GROUP", "BGP_GLOBALS"):
        for key in config.rows(table):
            hold = number(config.text(table, key, "holdtime"))
            keepalive = number(config.text(table, key, "keepalive"))
            if hold is None and keepalive is None:
                continue
            hold = 180 if hold is None else hold
            keepalive = 60 if keepalive is None else keepalive
            if hold > 0 and 0 < hold <= keepalive:
                field = "keepalive" if config.text(table, key, "keepalive") else "holdtime"
                yield found(
                    config,
                    f"keepalive {keepalive} s of {key} is not below its holdtime {hold} s",
                    f"set keepalive to {max(1, hold // 3)} s, or holdtime to {3 * keepalive} s",
                    table,
                    key,
                    field,
                )
