"""A service is bound to the management VRF while that VRF is off.

Why: the service binds to a VRF that does not exist and answers nobody; a login that depends on
TACACS+ then falls back to local users, or locks everybody out. The models check this for NTP,
syslog and gNMI only.

Example: `TACPLUS_SERVER|192.0.2.6|vrf` is `mgmt`, and MGMT_VRF_CONFIG does not enable it.

Fix: write `MGMT_VRF_CONFIG|vrf_global|mgmtVrfEnabled` `true`, or use `vrf` `default`.

Source: sonic-mgmt_vrf.yang and sonic-system-tacacs.yang, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF045"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per TACACS+ server or SNMP address in the absent management VRF."""
    config = subject.config
    if config.text("MGMT_VRF_CONFIG", "vrf_global", "mgmtVrfEnabled") == "true":
        return
    hint = "enable it with MGMT_VRF_CONFIG|vrf_global mgmtVrfEnabled true, or use the default VRF"
    for server in config.rows("TACPLUS_SERVER"):
        if config.text("TACPLUS_SERVER", server, "vrf") == "mgmt":
            message = f"TACACS+ server {server} is in the management VRF, which is off"
            yield found(config, message, hint, "TACPLUS_SERVER", server, "vrf")
    for key in config.rows("SNMP_AGENT_ADDRESS_CONFIG"):
        if key.rpartition("|")[2] == "mgmt":
            message = f"SNMP agent address {key} is in the management VRF, which is off"
            yield found(config, message, hint, "SNMP_AGENT_ADDRESS_CONFIG", key)
