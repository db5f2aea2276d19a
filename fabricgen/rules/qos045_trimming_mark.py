"""Trimmed packets take their DSCP from the traffic class, but class or map is missing.

Why: with dscp_value `from-tc` the switch marks a trimmed packet by tc_value and the port's
TC_TO_DSCP_MAP. If one of them is missing, receivers cannot tell trimmed packets from whole ones.

Example: `SWITCH_TRIMMING|GLOBAL` with dscp_value `from-tc` and no tc_value.

Fix: write tc_value, and bind tc_to_dscp_map with an entry for it on every port.

Source: SONiC packet trimming design (asymmetric DSCP).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._ports import file_ports
from fabricgen.rules._qos import (
    bare,
)

ID = "QOS045"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding for the missing class, or one for the ports without the map entry."""
    config = subject.config
    if config.text("SWITCH_TRIMMING", "GLOBAL", "dscp_value") != "from-tc":
        return
    tc = config.text("SWITCH_TRIMMING", "GLOBAL", "tc_value")
    hint = "write tc_value and bind tc_to_dscp_map with an entry for it on every port"
    if tc is None:
        message = "dscp_value is from-tc, but tc_value is absent"
        yield found(config, message, hint, "SWITCH_TRIMMING", "GLOBAL", "dscp_value")
        return
    lacking = [
        port.name
        for port in file_ports(config).values()
        if port.admin_status == "up" and not port.internal and not _marked(config, port.name, tc)
    ]
    if lacking:
        message = (
            f"dscp_value is from-tc, but {len(lacking)} ports have no tc_to_dscp_map with an entry for TC "
            f"{tc}: {listing(lacking)}"
        )
        yield found(config, message, hint, "SWITCH_TRIMMING", "GLOBAL", "tc_value")


def _marked(config: ConfigDb, port: str, tc: str) -> bool:
    name = config.text("PORT_QOS_MAP", port, "tc_to_dscp_map")
    return bool(name) and tc in config.row("TC_TO_DSCP_MAP", bare(str(name)))
