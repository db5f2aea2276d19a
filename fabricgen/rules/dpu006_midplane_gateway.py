"""The midplane's DHCP scope has a gateway.

Why: DPUs take it as their default route and send data traffic over the management midplane.

Example: `DHCP_SERVER_IPV4|bridge-midplane|gateway` is 169.254.200.254.

Fix: leave the gateway out. One of SONiC's own generators still writes it, hence no error.

Source: SONiC mgmt issue 21392; config_samples.py, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._dpu import BRIDGE
from fabricgen.rules._file import found

ID = "DPU006"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding if the scope of the bridge has a gateway."""
    config = subject.config
    name = config.text("MID_PLANE_BRIDGE", "GLOBAL", "bridge") or BRIDGE
    gateway = config.text("DHCP_SERVER_IPV4", name, "gateway")
    if gateway:
        yield found(
            config,
            f"the midplane scope gives DPUs the gateway {gateway}: data traffic takes the midplane",
            "leave the gateway out",
            "DHCP_SERVER_IPV4",
            name,
            "gateway",
        )
