"""Two devices advertise the same blackhole aggregate.

Why: ECMP sends half of the traffic to each. A device that does not have the host drops the packet
at its blackhole route, so half of the flows of both leaves are lost.

Example: leaf-1 and leaf-2 both hold `STATIC_ROUTE|default|10.0.1.0/24` with blackhole "true" and
advertise "true".

Fix: each leaf advertises its own block only.

Source: RFC 7938 section 8.2.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import addresses, found
from fabricgen.rules._fabric_prefixes import Network, blackholes

ID = "FAB017"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every further device that advertises an aggregate."""
    seen: dict[Network, list[str]] = {}
    for device, config in fabric.devices.items():
        for _, prefix in blackholes(config):
            seen.setdefault(prefix, []).append(device)
    for device, config in fabric.devices.items():
        for key, prefix in blackholes(config):
            others = [one for one in seen[prefix] if one != device]
            own = any(one.address in prefix for one in addresses(fabric)[device])
            if others and (not own or seen[prefix][0] != device):
                yield found(
                    config,
                    f"the aggregate {prefix} of {device} is advertised by {', '.join(others[:3])} too",
                    "advertise from each leaf only the block of its own hosts",
                    "STATIC_ROUTE",
                    key,
                )
