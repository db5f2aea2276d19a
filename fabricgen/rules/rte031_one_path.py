"""The management framework is told to use one path.

Why: max_ebgp_paths written as 1 turns ECMP off: all traffic of the leaf goes over one spine. The
model's default of 1 is not applied when the field is absent; only a written 1 counts.

Example: `BGP_GLOBALS_AF|default|ipv4_unicast|max_ebgp_paths` is `1`.

Fix: write the number of uplinks or more, or leave the field out.

Source: sonic-frr-mgmt-framework, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, neighbors
from fabricgen.rules._file import found, number

ID = "RTE031"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per address family limited to one path."""
    config = subject.config
    if not framework(config):
        return
    for key in config.rows("BGP_GLOBALS_AF"):
        if number(config.text("BGP_GLOBALS_AF", key, "max_ebgp_paths")) == 1:
            count = len(neighbors(config))
            yield found(
                config,
                f"max_ebgp_paths of {key} is 1: one of {count} neighbours carries all traffic",
                "write the number of uplinks or more, or leave the field out",
                "BGP_GLOBALS_AF",
                key,
                "max_ebgp_paths",
            )
