"""Two DPUs get the same midplane address.

Why: the control channel of one DPU ends at the other; configuration and health of both are wrong.

Example: dpu0 and dpu2 both get 169.254.200.1.

Fix: give DPU n the network address of the bridge plus n + 1.

Source: SONiC buildimage issue 20295; SONiC SmartSwitch design.
"""

from collections.abc import Iterator

from netaddr import IPAddress

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._dpu import midplane_addresses
from fabricgen.rules._file import found

ID = "DPU002"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per address after its first use."""
    config = subject.config
    owner: dict[IPAddress, str] = {}
    for entry in midplane_addresses(config):
        first = owner.setdefault(entry.address, entry.dpu)
        if first != entry.dpu:
            yield found(
                config,
                f"{entry.dpu} gets the midplane address {entry.address}, which {first} gets too",
                "give DPU n the bridge's network address plus n + 1",
                "DHCP_SERVER_IPV4_PORT",
                entry.key,
                "ips",
            )
