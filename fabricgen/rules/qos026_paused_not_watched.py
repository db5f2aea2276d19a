"""The watchdog leaves a paused priority out.

Why: a storm on that priority is not noticed and stops the fabric behind the port.

Example: pfc_enable 3,4 and pfcwd_sw_enable 3.

Fix: make pfcwd_sw_enable equal to pfc_enable.

Source: SONiC swss issue 842; SONiC PFC watchdog design.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._qos import paused_ports, priorities

ID = "QOS026"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port that watches some of its paused priorities only."""
    config = subject.config
    for port, paused in paused_ports(config).items():
        text = config.text("PORT_QOS_MAP", port, "pfcwd_sw_enable")
        watched = priorities(text)
        missing = [one for one in paused if one not in watched]
        if watched and missing:
            yield found(
                config,
                f"{port} pauses priority {','.join(map(str, missing))}, which pfcwd_sw_enable {text} "
                "leaves out",
                "make pfcwd_sw_enable equal to pfc_enable",
                "PORT_QOS_MAP",
                port,
                "pfcwd_sw_enable",
            )
