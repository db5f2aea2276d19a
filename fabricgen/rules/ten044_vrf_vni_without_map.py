"""A VRF's VNI has no VLAN map, or its VLAN is not in the VRF.

Why: the layer 3 VNI needs a VLAN of its own, mapped to it, with an interface inside the VRF.
Without them routed tenant traffic is dropped at the far leaf.

Example: `VRF|VrfBlue|vni` is 60010 and no VXLAN_TUNNEL_MAP row has that VNI.

Fix: add the VLAN, its map row and `VLAN_INTERFACE|VlanN` with `vrf_name`.

Source: SONiC EVPN VXLAN design (L3 VNI); RFC 9135.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number

ID = "TEN044"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per VRF whose layer 3 VNI is not complete."""
    config = subject.config
    vlan_of: dict[str, str] = {}
    for key in config.rows("VXLAN_TUNNEL_MAP"):
        mapped = config.text("VXLAN_TUNNEL_MAP", key, "vni") or ""
        vlan_of.setdefault(mapped, config.text("VXLAN_TUNNEL_MAP", key, "vlan") or "")
    for name in config.rows("VRF"):
        vni = config.text("VRF", name, "vni")
        if not number(vni) or vni is None:
            continue
        vlan = vlan_of.get(vni)
        if vlan is None:
            fault = "no VXLAN_TUNNEL_MAP row maps it to a VLAN"
        elif config.text("VLAN_INTERFACE", vlan, "vrf_name") != name:
            fault = f"its VLAN {vlan} has no interface in {name}"
        else:
            continue
        yield found(
            config,
            f"VRF {name} has VNI {vni}, but {fault}",
            f"add the VLAN, its map row and VLAN_INTERFACE with vrf_name {name}",
            "VRF",
            name,
            "vni",
        )
