"""A VXLAN map names a VLAN that is not there.

Why: the tunnel map is created only for an existing VLAN; the VNI stays dark and the daemon logs
the row again and again.

Example: `VXLAN_TUNNEL_MAP|vt0|map_20310_Vlan310` while VLAN has no Vlan310.

Fix: add the VLAN, or remove the map.

Source: sonic-vxlan.yang, SONiC buildimage commit 086b03bd70f9 (the leaf has no reference to
VLAN); issue 11428.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "TEN040"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per map row without its VLAN."""
    config = subject.config
    vlans = config.rows("VLAN")
    for key in config.rows("VXLAN_TUNNEL_MAP"):
        vlan = config.text("VXLAN_TUNNEL_MAP", key, "vlan")
        if vlan and vlan not in vlans:
            vni = config.text("VXLAN_TUNNEL_MAP", key, "vni")
            yield found(
                config,
                f"map {key} joins VNI {vni} to {vlan}, which is not in VLAN",
                f"add VLAN|{vlan}, or remove the map",
                "VXLAN_TUNNEL_MAP",
                key,
                "vlan",
            )
