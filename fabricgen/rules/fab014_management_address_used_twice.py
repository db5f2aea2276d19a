"""Two devices have the same management address.

Why: whoever comes up second cuts off the first, and a change meant for one switch lands on the
other.

Example: `MGMT_INTERFACE|eth0|192.168.0.21/24` on leaf-1 and on leaf-2.

Fix: give each device its own management address.

Source: RFC 5227; SONiC YANG model sonic-mgmt_interface.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import Ip, found, ip

ID = "FAB014"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every further device with a management address."""
    seen: dict[Ip, str] = {}
    for device, config in fabric.devices.items():
        for key in config.rows("MGMT_INTERFACE"):
            address = ip(key.partition("|")[2].partition("/")[0])
            if address is None or address.is_link_local:
                continue
            first = seen.setdefault(address, device)
            if first != device:
                message = f"management address {address} of {device} is also on {first}"
                yield found(config, message, "give each device its own", "MGMT_INTERFACE", key)
