"""The management gateway is outside the management subnet.

Why: the kernel refuses the default route, so the switch is reachable from its own subnet only.

Example: `MGMT_INTERFACE|eth0|192.0.2.10/24` with gwaddr 198.51.100.1.

Fix: use the gateway of the subnet, or the subnet of the gateway.

Source: SONiC buildimage pull request 26322; SONiC mgmt issue 4952.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import management_addresses, parse_address
from fabricgen.rules._file import found

ID = "ADR043"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per management address whose gateway is not in its subnet."""
    config = subject.config
    for entry in management_addresses(config):
        text = config.text(entry.table, entry.key, "gwaddr")
        gateway = parse_address(text)
        if gateway is None or gateway.version != entry.version:
            continue
        if int(gateway) == entry.value:
            fault = f"is the address of {entry.interface} itself"
        elif not entry.first <= int(gateway) <= entry.last:
            fault = f"is outside {entry.subnet}"
        else:
            continue
        yield found(
            config,
            f"management gateway {text} {fault}",
            f"use a gateway inside {entry.subnet}",
            entry.table,
            entry.key,
            "gwaddr",
        )
