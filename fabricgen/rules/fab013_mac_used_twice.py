"""Two devices have the same system MAC address.

Why: a MAC that stands twice comes from a copied file. Both switches answer ARP with it, LLDP shows
one device where there are two, and an attached bridge learns it on two ports.

Example: `DEVICE_METADATA|localhost|mac` "02:00:00:00:02:01" on leaf-1 and on leaf-2.

Fix: take the field out of the copied file, so that SONiC reads the MAC from the EEPROM, or write
the device's own.

Source: SONiC YANG model sonic-device_metadata; sonic-config-engine reads the MAC from hardware
when the field is absent.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found

ID = "FAB013"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every further device with a MAC address."""
    seen: dict[str, str] = {}
    for device, config in fabric.devices.items():
        mac = (config.text("DEVICE_METADATA", "localhost", "mac") or "").strip().lower()
        mac = mac.replace("-", ":")
        if not mac:
            continue
        first = seen.setdefault(mac, device)
        if first != device:
            yield found(
                config,
                f"mac {mac} of {device} is also the mac of {first}",
                "leave the field out, or write the device's own MAC address",
                "DEVICE_METADATA",
                "localhost",
                "mac",
            )
