"""A DPU's midplane address is outside the bridge's subnet, or the bridge's own.

Why: the DPU cannot reach the switch's control services; with the bridge's own address it answers
in its place.

Example: dpu1 gets 169.254.100.2 while the bridge is 169.254.200.254/24.

Fix: give DPU n the network address of the bridge plus n + 1.

Source: SONiC SmartSwitch design (midplane bridge 169.254.200.254/24).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._dpu import bridge, midplane_addresses
from fabricgen.rules._file import found

ID = "DPU003"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per address that does not fit the bridge."""
    config, subnet = subject.config, bridge(subject.config)
    if subnet is None:
        return
    for entry in midplane_addresses(config):
        if entry.address == subnet.ip:
            fault = "is the address of the bridge itself"
        elif entry.address not in subnet:
            fault = f"is outside the bridge's subnet {subnet.cidr}"
        elif entry.address in (subnet.network, subnet.broadcast):
            fault = f"is at the edge of {subnet.cidr}"
        else:
            continue
        yield found(
            config,
            f"midplane address {entry.address} of {entry.dpu} {fault}",
            "give DPU n the bridge's network address plus n + 1",
            "DHCP_SERVER_IPV4_PORT",
            entry.key,
            "ips",
        )
