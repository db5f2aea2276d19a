"""A DASH object is written into CONFIG_DB.

Why: virtual networks, interfaces (ENI) and routes of a DPU are set through gNMI into the DPU's
own databases. CONFIG_DB has no such tables: from release 202505 the file is refused.

Example: a table `DASH_ENI_TABLE` in config_db.json.

Fix: send the objects through the DPU's gNMI service. DASH_HA_GLOBAL_CONFIG alone belongs here.

Source: SONiC DASH design; sonic-yang-models, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "DPU011"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per DASH table."""
    for table, rows in subject.config.tables.items():
        if table.startswith("DASH_") and table != "DASH_HA_GLOBAL_CONFIG":
            yield found(
                subject.config,
                f"table {table} with {len(rows)} rows is a DASH object, not a part of CONFIG_DB",
                "send it through the DPU's gNMI service",
                table,
            )
