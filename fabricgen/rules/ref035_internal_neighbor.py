"""A BGP row contradicts its device or its own key.

Why: internal sessions run inside one ASN and one address family, an ASN of 0 is no ASN, and the
    name of a peer range is its key; the models refuse the row otherwise.

Example: `BGP_INTERNAL_NEIGHBOR|10.1.0.1` with asn 65001 on a device with bgp_asn 65000.

Fix: make the two agree.

Source: SONiC YANG models, sonic-bgp-internal-neighbor, sonic-bgp-neighbor, sonic-bgp-peerrange,
    sonic-bgp-sentinel, sonic-bgp-monitor.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._models import same_family

ID = "REF035"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_INTERNAL = ("BGP_INTERNAL_NEIGHBOR", "BGP_VOQ_CHASSIS_NEIGHBOR")
_DAMPENING = "route_flap_dampen"


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the fields of BGP rows that contradict the device or the key."""
    own = x.config.text("DEVICE_METADATA", "localhost", "bgp_asn")
    for table in _INTERNAL:
        for key in x.config.rows(table):
            asn = x.config.text(table, key, "asn")
            local = x.config.text(table, key, "local_addr")
            if asn is not None and asn != own:
                message = f"the internal neighbour {key} has the ASN {asn}, the device {own}"
                yield found(x.config, message, f"write {own}", table, key, "asn")
            if local is not None and not same_family(key, local):
                message = f"local_addr {local} is not of the family of {key}"
                yield found(x.config, message, "give an address", table, key, "local_addr")
    for key in x.config.rows("BGP_NEIGHBOR"):
        if "|" not in key and x.config.text("BGP_NEIGHBOR", key, "asn") == "0":
            message = f"the neighbour {key} has the ASN 0"
            yield found(x.config, message, "write its ASN", "BGP_NEIGHBOR", key, "asn")
    yield from _names(x)
    yield from _families(x)


def _names(x: ConfigCheck) -> Iterator[Finding]:
    for table in ("BGP_PEER_RANGE", "BGP_SENTINELS", "BGP_MONITORS"):
        for key in x.config.rows(table):
            name = x.config.text(table, key, "name")
            due = "BGPMonitor" if table == "BGP_MONITORS" else key.rpartition("|")[2].strip()
            if name is not None and name != due:
                message = f"the name is {name}; it has to be {due}"
                yield found(x.config, message, f'write "{due}"', table, key, "name")


def _families(x: ConfigCheck) -> Iterator[Finding]:
    table = "BGP_GLOBALS_AF"
    for key, row in x.config.rows(table).items():
        vrf, _, family = (part.strip() for part in key.partition("|"))
        if row.get("import_vrf") == vrf:
            message = f"the VRF {vrf} imports from itself"
            yield found(x.config, message, "name another VRF", table, key, "import_vrf")
        for field in row:
            if field.startswith(_DAMPENING) and family != "ipv4_unicast":
                message = f"{field} works for ipv4_unicast only, not for {family}"
                yield found(x.config, message, "remove the field", table, key, field)
