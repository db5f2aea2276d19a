"""A port to a DPU is broken out or routed like a front port.

Why: ports of role Dpc are wired inside the chassis; the usual design puts them untagged into one
VLAN whose interface is the DPUs' gateway. Breaking one out takes its DPU off the switch.

Example: `BREAKOUT_CFG|Ethernet224` 2x200G on a port of role Dpc.

Fix: leave the port whole, and put it into the VLAN of the DPUs.

Source: SONiC SmartSwitch design; platform.json of SN4280, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import link_addresses
from fabricgen.rules._file import found, is_dpu
from fabricgen.rules._ports import file_ports

ID = "DPU012"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per Dpc port with a breakout into parts, or with an address row."""
    config = subject.config
    inner = {port.name for port in file_ports(config).values() if port.role == "Dpc"}
    if not inner or is_dpu(config):
        return
    hint = "leave the port whole, and put it into the VLAN of the DPUs"
    for parent in config.rows("BREAKOUT_CFG"):
        mode = config.text("BREAKOUT_CFG", parent, "brkout_mode") or ""
        if parent in inner and mode and not mode.startswith("1x"):
            message = f"{parent} leads to a DPU (role Dpc) and is broken out as {mode}"
            yield found(config, message, hint, "BREAKOUT_CFG", parent, "brkout_mode")
    for entry in link_addresses(config):
        if entry.table == "INTERFACE" and entry.interface in inner:
            message = (
                f"{entry.interface} leads to a DPU (role Dpc) and has the address {entry.text}"
            )
            yield found(config, message, hint, entry.table, entry.key)
