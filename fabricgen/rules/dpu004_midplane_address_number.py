"""A DPU's midplane address does not follow from its number.

Why: by design DPU n has the network address of the bridge plus n + 1; tools and the DPU's own
software count on it.

Example: dpu2 gets 169.254.200.9 instead of 169.254.200.3.

Fix: use the address of the DPU's number.

Source: SONiC SmartSwitch design; config generator of SONiC buildimage, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._dpu import bridge, midplane_addresses
from fabricgen.rules._file import found

ID = "DPU004"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per address in the subnet that is another one than the rule gives."""
    config, subnet = subject.config, bridge(subject.config)
    if subnet is None:
        return
    for entry in midplane_addresses(config):
        if entry.number is None or entry.address not in subnet:
            continue
        wanted = subnet.network + entry.number + 1
        if entry.address != wanted:
            yield found(
                config,
                f"{entry.dpu} gets {entry.address}, by its number it has {wanted}",
                f"use {wanted}",
                "DHCP_SERVER_IPV4_PORT",
                entry.key,
                "ips",
            )
