"""A device does not announce its loopback, as others do.

Why: what is reached over the fabric by the loopback (in-band management, tunnels, telemetry) does not reach this device. The template
path announces Loopback0 by itself; the management framework only what a row names.

Example: leaf-1 has `LOOPBACK_INTERFACE|Loopback0|10.255.0.1/32`, but no network statement for 10.255.0.1/32.

Fix: add `BGP_GLOBALS_AF_NETWORK|default|ipv4_unicast|10.255.0.1/32`.

Source: sonic-frr-mgmt-framework, SONiC buildimage commit 086b03bd70f9 (no network statement of its own).
"""

from collections.abc import Iterator, Mapping

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import Owned, addresses, found
from fabricgen.rules._fabric_prefixes import announced
from fabricgen.rules._fabric_sessions import by_framework, speaks

ID = "FAB084"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for each address of Loopback0, where another device announces its own of this family."""
    hidden: list[Owned] = []
    usual: set[int] = set()
    for device, one in _loopbacks(fabric):
        config = fabric.devices[device]
        if any(one.address in prefix for prefix in announced(fabric, config)):
            usual.add(one.address.version)
        elif by_framework(config):
            hidden.append(one)
    for one in hidden:
        if one.address.version in usual:
            yield found(
                fabric.devices[one.device],
                f"{one.device} does not announce its loopback {one.address}, others do",
                f"add BGP_GLOBALS_AF_NETWORK|default|ipv{one.address.version}_unicast|{one.address}/{one.length}",
                one.table,
                one.key,
            )


def _loopbacks(fabric: FabricFiles) -> Iterator[tuple[str, Owned]]:
    held: Mapping[str, tuple[Owned, ...]] = addresses(fabric)
    for device, config in fabric.devices.items():
        if speaks(config):
            for one in held[device]:
                if one.interface == "Loopback0" and not one.vrf:
                    yield device, one
