"""A DPU's physical address is in no subnet of the switch.

Why: the switch reaches its DPUs over the VLAN of the Dpc ports. An address outside its subnet
needs a route that this file does not have.

Example: pa_ipv4 10.30.0.1 while Vlan55 has 10.20.0.254/24.

Fix: use an address of the DPUs' VLAN, or add a static route to it.

Source: SONiC SmartSwitch design (DPU data path through the NPU).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import link_addresses, parse_address, parse_network
from fabricgen.rules._bgp import facing
from fabricgen.rules._file import found

ID = "DPU013"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per local DPU address that the switch cannot reach."""
    config = subject.config
    if not link_addresses(config):
        return
    routes = [parse_network(key.rpartition("|")[2]) for key in config.rows("STATIC_ROUTE")]
    for name in config.rows("DPU"):
        for field in ("pa_ipv4", "pa_ipv6"):
            address = parse_address(config.text("DPU", name, field))
            if address is None or facing(config, address) is not None:
                continue
            if not any(entry.table == "VLAN_INTERFACE" for entry in link_addresses(config)):
                continue
            if any(
                route is not None and route.version == address.version and address in route
                for route in routes
            ):
                continue
            yield found(
                config,
                f"{field} {address} of {name} is in no subnet of this switch",
                "use an address of the DPUs' VLAN, or add a static route",
                "DPU",
                name,
                field,
            )
