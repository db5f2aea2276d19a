"""IPv6 loopbacks of two devices lie in one /64, and SONiC advertises the /64.

Why: on the bgpcfgd path Loopback0 is advertised as the /64 around it unless
`bgp_adv_lo_prefix_as_128` is "true". Two devices then announce the same prefix, and each attracts
the other's traffic.

Example: Loopback0 fc00:1::1/128 on leaf-1 and fc00:1::2/128 on leaf-2.

Fix: set `DEVICE_METADATA|localhost|bgp_adv_lo_prefix_as_128` to "true", or give each device a /64
of its own.

Source: SONiC buildimage docker-fpm-frr bgpd.main.conf.j2.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import addresses, found
from fabricgen.rules._fabric_sessions import by_framework

ID = "FAB015"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every further device whose /64 is already announced."""
    seen: dict[int, str] = {}
    for device, config in fabric.devices.items():
        flag = config.text("DEVICE_METADATA", "localhost", "bgp_adv_lo_prefix_as_128")
        if flag == "true" or by_framework(config):
            continue
        for one in addresses(fabric)[device]:
            if one.interface != "Loopback0" or one.address.version != 6:
                continue
            first = seen.setdefault(int(one.address) >> 64, device)
            if first != device:
                yield found(
                    config,
                    f"Loopback0 {one.address} of {device} is advertised as a /64 that {first} "
                    "advertises too",
                    "set bgp_adv_lo_prefix_as_128 to true, or use one /64 a device",
                    one.table,
                    one.key,
                )
