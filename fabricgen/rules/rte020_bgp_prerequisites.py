"""BGP neighbours are configured, but what bgpcfgd waits for is missing.

Why: on the default routing path a neighbour is applied only when Loopback0 has a row,
DEVICE_METADATA has a type, and a router id is known (an IPv4 address on Loopback0, or
bgp_router_id). Until then it waits in a queue, without any message.

Example: BGP_NEIGHBOR has rows, LOOPBACK_INTERFACE has no bare `Loopback0` row.

Fix: add `LOOPBACK_INTERFACE|Loopback0` `{}`, `LOOPBACK_INTERFACE|Loopback0|10.255.0.1/32` `{}`,
and `DEVICE_METADATA|localhost|type`.

Source: sonic-bgpcfgd managers_bgp.py, SONiC buildimage commit 086b03bd70f9; pull request 18727.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import loopback_addresses
from fabricgen.rules._bgp import framework, neighbors
from fabricgen.rules._file import found, metadata

ID = "RTE020"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per missing prerequisite."""
    config = subject.config
    count = len(neighbors(config))
    if framework(config) or not count:
        return
    waiting = f"{count} BGP neighbours wait for ever: "
    if not metadata(config, "type"):
        message = f"{waiting}DEVICE_METADATA has no type"
        yield found(config, message, "add type, such as LeafRouter", "DEVICE_METADATA", "localhost")
    if "Loopback0" not in config.rows("LOOPBACK_INTERFACE"):
        message = f"{waiting}LOOPBACK_INTERFACE has no bare Loopback0 row"
        hint = "add LOOPBACK_INTERFACE|Loopback0 as {} beside its address row"
        yield found(config, message, hint, "LOOPBACK_INTERFACE")
    elif not metadata(config, "bgp_router_id") and not any(
        entry.version == 4 and entry.interface == "Loopback0"
        for entry in loopback_addresses(config)
    ):
        message = (
            f"{waiting}no router id: Loopback0 has no IPv4 address and bgp_router_id is absent"
        )
        hint = "add LOOPBACK_INTERFACE|Loopback0|a.b.c.d/32, or bgp_router_id in DEVICE_METADATA"
        yield found(config, message, hint, "LOOPBACK_INTERFACE", "Loopback0")
