"""A static route points over a link to an address that the far end does not have.

Why: nobody answers ARP for the next hop, and the route drops everything. For a DPU with static
routing this is its gateway.

Example: `STATIC_ROUTE|default|0.0.0.0/0` on node-0001-dpu1 has nexthop 10.1.1.2 over Ethernet0,
whose far end has 10.1.1.0.

Fix: write the address of the far end of the link.

Source: SONiC YANG model sonic-static-route; SONiC bgpcfgd static route manager.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import Ip, far_ends, found, ip, named, port_addresses

ID = "FAB066"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every next hop on a link subnet that the far end does not have."""
    for device, config in fabric.devices.items():
        for key in config.rows("STATIC_ROUTE"):
            for text in (config.text("STATIC_ROUTE", key, "nexthop") or "").split(","):
                hop = ip(text)
                if hop is None or hop.is_unspecified:
                    continue
                fault = _fault(fabric, device, hop)
                if fault:
                    yield found(
                        config,
                        f"next hop {hop} of {device} is not on {fault}",
                        "write the address of the far end of the link",
                        "STATIC_ROUTE",
                        key,
                        "nexthop",
                    )


def _fault(fabric: FabricFiles, device: str, hop: Ip) -> str:
    for port, far in far_ends(fabric)[device].items():
        near = port_addresses(fabric).get(FileEnd(device=device, port=port), ())
        for one in near:
            shift = one.address.max_prefixlen - one.length
            inside = one.address.version == hop.version and (
                int(hop) >> shift == int(one.address) >> shift
            )
            if inside and all(own.address != hop for own in port_addresses(fabric).get(far, ())):
                return f"{named(far)}, the far end of {port} {one.address}/{one.length}"
    return ""
