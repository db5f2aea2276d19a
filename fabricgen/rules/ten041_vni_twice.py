"""A VNI or a VLAN is mapped twice.

Why: frames of one VNI cannot be put into two VLANs: the second map fails, or two tenants share a
broadcast domain.

Example: `map_20310_Vlan310` and `map_20310_Vlan311` on the same tunnel.

Fix: give each VLAN a VNI of its own.

Source: RFC 7348 section 4; RFC 8365 section 5.1.2.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "TEN041"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per map row whose VNI or VLAN an earlier row of the tunnel has."""
    config = subject.config
    seen: dict[tuple[str, str, str], str] = {}
    for key in config.rows("VXLAN_TUNNEL_MAP"):
        tunnel = key.partition("|")[0]
        for field, word in (("vni", "VNI"), ("vlan", "VLAN")):
            value = config.text("VXLAN_TUNNEL_MAP", key, field)
            if not value:
                continue
            first = seen.setdefault((tunnel, field, value), key)
            if first != key:
                yield found(
                    config,
                    f"{word} {value} is mapped by {key} and by {first}",
                    "map each VLAN to a VNI of its own",
                    "VXLAN_TUNNEL_MAP",
                    key,
                    field,
                )
