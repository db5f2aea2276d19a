"""A queue key, or the lanes of a port, do not fit the switch type.

Why: on a VOQ chassis a queue belongs to a host, an ASIC and a port; on all other switches to a
    port. Rows of the other form are never read. Ports of a chassis host have no lanes, all others
    need them.

Example: `QUEUE|leaf01|Asic0|Ethernet0|3` on a switch without switch_type voq.

Fix: use the key form of this device; write the lanes of every port.

Source: SONiC YANG models, sonic-queue, sonic-buffer-queue, sonic-port.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF034"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_CHASSIS = ("voq", "chassis-packet", "fabric")


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the queue keys of the wrong form and the ports with lanes missing or out of place."""
    config = x.config
    kind = config.text("DEVICE_METADATA", "localhost", "switch_type")
    count = 4 if kind == "voq" else 2
    form = "<host>|<asic>|<port>|<queue>" if kind == "voq" else "<port>|<queue>"
    for table in ("QUEUE", "BUFFER_QUEUE"):
        for key in config.rows(table):
            if key.count("|") + 1 in (2, 4) and key.count("|") + 1 != count:
                message = f"the key has {key.count('|') + 1} parts; the switch_type is {kind}"
                yield found(config, message, f"write {form}", table, key)
    yield from _lanes(x, kind)


def _lanes(x: ConfigCheck, kind: str | None) -> Iterator[Finding]:
    asic = x.config.text("DEVICE_METADATA", "localhost", "asic_name")
    without = asic is None and kind in _CHASSIS
    for key, row in x.config.rows("PORT").items():
        if "lanes" in row and without:
            message = f"{key} has lanes; ports of a {kind} host without asic_name have none"
            yield found(x.config, message, "remove the field", "PORT", key, "lanes")
        elif "lanes" not in row and not without:
            message = f"{key} has no lanes"
            hint = "write the lanes the platform gives the port"
            yield found(x.config, message, hint, "PORT", key, "lanes")
