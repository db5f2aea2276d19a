"""A DPU's swbus port does not follow from its number.

Why: the bus daemon of DPU n listens at 23606 + n; peers that follow the rule do not find it
elsewhere.

Example: dpu_id 1 with swbus_port 23606.

Fix: write 23606 plus the DPU's number.

Source: SONiC SmartSwitch high-availability design; generate_golden_config_db.py of SONiC mgmt.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number

ID = "DPU010"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_FIRST = 23606


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per DPU with another port."""
    config = subject.config
    for table in ("DPU", "REMOTE_DPU"):
        for name in config.rows(table):
            own = number(config.text(table, name, "dpu_id"))
            port = number(config.text(table, name, "swbus_port"))
            if own is not None and port is not None and port != _FIRST + own:
                yield found(
                    config,
                    f"DPU {name} has swbus_port {port}; with dpu_id {own} it is {_FIRST + own}",
                    f"write {_FIRST + own}",
                    table,
                    name,
                    "swbus_port",
                )
