"""The NICs of one node are in different VRFs.

Why: a node belongs to one tenant. A port left out of the VRF, or put into another one, gives its NIC to the others: the tenant's jobs
miss a rail, and the node reaches a network that it must not reach.

Example: node-0001 is behind Ethernet0 of leaf-r1 in Vrf-red and behind Ethernet0 of leaf-r2, which has Vrf-red too, in no VRF.

Fix: put the port into the VRF of the node's other ports; accept the finding for a node that serves two tenants.

Source: SONiC doc/vrf/sonic-vrf-hld.md (an interface belongs to one VRF).
"""

from collections import Counter
from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named
from fabricgen.rules._hosts import host_ports

ID = "TEN051"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for each port that is not in the VRF of most ports of its node.

    Only ports of switches that have this VRF: other fabrics may have none.
    """
    nodes: dict[str, list[FileEnd]] = {}
    for nic, ends in host_ports(fabric).items():
        nodes.setdefault(nic.device, []).extend(ends)
    for node, ports in nodes.items():
        vrfs = {end: _vrf(fabric, end) for end in ports}
        counts = Counter(vrf for vrf in vrfs.values() if vrf)
        if not counts:
            continue
        usual = counts.most_common(1)[0][0]
        example = next(end for end, vrf in vrfs.items() if vrf == usual)
        for end, vrf in vrfs.items():
            config = fabric.devices[end.device]
            if vrf != usual and usual in config.rows("VRF"):
                yield found(
                    config,
                    f"{named(end)} with {node} behind it is in {vrf or 'no VRF'}, {named(example)} with the same node in {usual}",
                    f"put the port into {usual}",
                    "INTERFACE",
                    end.port,
                    "vrf_name" if vrf else None,
                )


def _vrf(fabric: FabricFiles, end: FileEnd) -> str:
    return fabric.devices[end.device].text("INTERFACE", end.port, "vrf_name") or ""
