"""A DPU row has another midplane address than the DHCP server gives.

Why: the switch talks to the address of the DPU row; the DPU has the one it was given. The control
channel never opens.

Example: `DPU|leaf01-dpu1|midplane_ipv4` is 169.254.200.3, dpu1 gets 169.254.200.2.

Fix: write the address of DHCP_SERVER_IPV4_PORT.

Source: SONiC SmartSwitch design (DPU table, midplane DHCP).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import parse_address
from fabricgen.rules._dpu import midplane_addresses
from fabricgen.rules._file import found, number

ID = "DPU005"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per DPU whose two addresses differ."""
    config = subject.config
    given = {entry.number: entry for entry in midplane_addresses(config)}
    for name in config.rows("DPU"):
        text = config.text("DPU", name, "midplane_ipv4")
        own = parse_address(text)
        entry = given.get(number(config.text("DPU", name, "dpu_id")))
        if own is not None and entry is not None and own != entry.address:
            yield found(
                config,
                f"DPU {name} has midplane_ipv4 {text}, the DHCP server gives {entry.dpu} {entry.address}",
                f"write {entry.address}",
                "DPU",
                name,
                "midplane_ipv4",
            )
