"""The port range of an access-list rule runs backwards.

Why: a range whose first port is above its last matches nothing; the rule is inactive without a
message.

Example: `ACL_RULE|T|R1|L4_DST_PORT_RANGE` is `200-100`.

Fix: write the lower port first. A range of one port is legal.

Source: SONiC swss pull request 42.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number

ID = "REF015"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_FIELDS = ("L4_SRC_PORT_RANGE", "L4_DST_PORT_RANGE")


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per reversed range."""
    config = subject.config
    for key in config.rows("ACL_RULE"):
        for field in _FIELDS:
            low, bar, high = (config.text("ACL_RULE", key, field) or "").partition("-")
            first, last = number(low), number(high)
            if bar and first is not None and last is not None and first > last:
                yield found(
                    config,
                    f"{field} {low}-{high} of rule {key} starts above its end and matches nothing",
                    f"write {last}-{first}",
                    "ACL_RULE",
                    key,
                    field,
                )
