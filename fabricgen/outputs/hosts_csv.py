"""``hosts.csv``: the settings of every NIC of every node, for whoever configures the hosts."""

from collections.abc import Mapping

from netaddr import IPNetwork

from fabricgen.model.addressing import AddressPlan, InterfaceAddress
from fabricgen.model.design import Design
from fabricgen.model.topology import Link, LinkKind, Role
from fabricgen.outputs.csv_text import ordinal, to_csv

FILE = "hosts.csv"
HEADER = (
    "node",
    "nic",
    "fabric",
    "rail",
    "plane",
    "address",
    "gateway",
    "leaf",
    "leaf_port",
    "mtu",
    "route",
    "dscp",
    "priority",
)
# The hosts pool is cut into 16 equal slices, one a fabric and plane (docs/addressing.md).
_SLICE_BITS = 4


def hosts(design: Design) -> bytes:
    """Return one line for each addressed NIC of each node (one a family where it has two), as CSV.

    ``route`` is the prefix that the host must send out of this NIC through ``gateway``: all hosts of the same
    fabric and plane. It depends on the pool alone, so growth does not change it. ``dscp`` and ``priority`` are
    those of the lossless class where the leaf port is lossless (several joined by a blank), else empty.

    Raises:
        ValueError: The design has no topology or addresses yet.
    """
    if design.topology is None or design.addresses is None:
        raise ValueError("host settings need a design with topology and addresses")
    ours = {device.name for device in design.topology.devices if device.role is not Role.NODE}
    marks = _marks(design)
    addresses = design.addresses
    mtu = str(design.intent.qos.mtu)
    rows = []
    pools = design.intent.addressing
    known = ((addresses.interfaces, pools.hosts), (addresses.interfaces6, pools.hosts6))
    for link in design.topology.links:
        node, nic = link.lower.device, link.lower.port
        leaf = (link.upper.device, link.upper.port)
        for interfaces, pool in known if node not in ours else ():
            address = interfaces.get((node, nic))
            if address is None:
                continue
            rows.append(
                (
                    node,
                    nic,
                    link.fabric,
                    ordinal(link.rail),
                    ordinal(link.plane),
                    str(address),
                    _gateway(addresses, interfaces, link),
                    *leaf,
                    mtu if link.kind is not LinkKind.OOB else "",
                    _route(pool, address.address, link),
                    *marks.get(leaf, ("", "")),
                )
            )
    return to_csv(HEADER, rows)


text = hosts


def _gateway(
    addresses: AddressPlan, interfaces: Mapping[tuple[str, str], InterfaceAddress], link: Link
) -> str:
    own = interfaces.get((link.upper.device, link.upper.port))
    if own is not None:
        return own.address
    vlan = addresses.access_vlans.get(link.upper.device)
    return vlan.gateway.address if vlan else ""


def _route(pool: str, address: str, link: Link) -> str:
    if link.kind is LinkKind.OOB:
        return ""
    network = IPNetwork(pool)
    if address not in network:
        return ""
    return str(IPNetwork(f"{address}/{network.prefixlen + _SLICE_BITS}").cidr)


def _marks(design: Design) -> dict[tuple[str, str], tuple[str, str]]:
    """Return DSCP and priority of the lossless classes, for every lossless port."""
    marks: dict[tuple[str, str], tuple[str, str]] = {}
    for device, qos in (design.qos.devices if design.qos else {}).items():
        lossless = tuple(item for item in qos.classes if item.lossless)
        dscp = " ".join(str(number) for item in lossless for number in item.dscps)
        priority = " ".join(str(item.pg) for item in lossless)
        for port in qos.ports:
            if port.lossless_profile is not None:
                marks[device, port.port] = (dscp, priority)
    return marks
