"""The management subnet overlaps the fabric or the DPU midplane.

Why: management and data share the routing table unless the management VRF is on: replies to
management stations leave by a fabric port, or fabric traffic by eth0. The midplane of a smart
switch is connected whatever the VRF.

Example: `MGMT_INTERFACE|eth0|10.0.0.10/24` beside `INTERFACE|Ethernet0|10.0.0.0/31`.

Fix: use a management subnet apart from links, hosts, loopbacks and 169.254.200.0/24.

Source: SONiC management VRF design; SONiC SmartSwitch high-level design (midplane addresses).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import (
    FileAddress,
    data_addresses,
    management_addresses,
    parse_network,
)
from fabricgen.rules._file import found

ID = "ADR044"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per management subnet that overlaps another one of the device."""
    config = subject.config
    separate = config.text("MGMT_VRF_CONFIG", "vrf_global", "mgmtVrfEnabled") == "true"
    midplane = parse_network(config.text("MID_PLANE_BRIDGE", "GLOBAL", "ip_prefix"))
    for entry in management_addresses(config):
        clash = None if separate else _clash(config, entry)
        if (
            midplane is not None
            and midplane.version == entry.version
            and entry.first <= midplane.last
            and midplane.first <= entry.last
        ):
            clash = f"the DPU midplane {midplane.cidr}"
        if clash:
            yield found(
                config,
                f"management subnet {entry.subnet} overlaps {clash}",
                "use a management subnet apart from the fabric, or enable the management VRF",
                entry.table,
                entry.key,
            )


def _clash(config: ConfigDb, entry: FileAddress) -> str | None:
    for other in data_addresses(config):
        if other.version != entry.version or other.vrf:
            continue
        if entry.first <= other.last and other.first <= entry.last:
            return f"{other.subnet} of {other.interface} ({other.table}|{other.key})"
    return None
