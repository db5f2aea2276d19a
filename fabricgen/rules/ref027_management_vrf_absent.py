"""A management service is put into the management VRF, which is off.

Why: the service binds to a device that does not exist and never sends or answers.

Example: `NTP|global` with vrf mgmt and no `MGMT_VRF_CONFIG|vrf_global`.

Fix: write mgmtVrfEnabled true, or take the vrf field away.

Source: SONiC YANG models, sonic-ntp, sonic-syslog, sonic-sflow, sonic-gnmi, sonic-telemetry.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF027"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_SERVICES = (
    ("NTP", "vrf"),
    ("SYSLOG_SERVER", "vrf"),
    ("SFLOW_COLLECTOR", "collector_vrf"),
    ("TELEMETRY", "vrf"),
    ("GNMI", "vrf"),
)


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the services in the management VRF where it is not enabled."""
    if x.config.text("MGMT_VRF_CONFIG", "vrf_global", "mgmtVrfEnabled") == "true":
        return
    for table, field in _SERVICES:
        for key, row in x.config.rows(table).items():
            if row.get(field) == "mgmt":
                yield found(
                    x.config,
                    f"{table}|{key} is in the management VRF, which is not enabled",
                    'set MGMT_VRF_CONFIG|vrf_global mgmtVrfEnabled to "true", or remove the field',
                    table,
                    key,
                    field,
                )
