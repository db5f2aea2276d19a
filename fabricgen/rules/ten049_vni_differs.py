"""One VNI stands for different VLANs' subnets or for different VRFs on two devices.

Why: a VNI is the tenant's number on the wire. Where two leaves read it as different tenants, packets of one
come out in the other.

Example: VNI 20310 belongs to VRF Vrf_red on leaf-1 and to Vrf_blue on leaf-2.

Fix: use one VNI for one tenant network on all devices.

Source: RFC 7348 section 4; RFC 8365 section 5.1.2; SONiC VXLAN_TUNNEL_MAP and VRF tables.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found

ID = "TEN049"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for each row that gives a VNI another VRF than an earlier device does."""
    first: dict[str, tuple[str, str]] = {}
    for config in fabric.devices.values():
        for table, key, vni, vrf in _vnis(config):
            device, known = first.setdefault(vni, (config.device, vrf))
            if known != vrf:
                yield found(
                    config,
                    f"VNI {vni} is in {vrf} here and in {known} on {device}",
                    "use one VNI for one tenant network on all devices",
                    table,
                    key,
                )


def _vnis(config: ConfigDb) -> Iterator[tuple[str, str, str, str]]:
    """Yield table, key, VNI and VRF of what maps a VNI; a VLAN has the VRF of its interface."""
    layer3 = set()
    for name in config.rows("VRF"):
        vni = config.text("VRF", name, "vni")
        if vni and vni != "0":
            layer3.add(vni)
            yield "VRF", name, vni, name
    for key in config.rows("VXLAN_TUNNEL_MAP"):
        vni = config.text("VXLAN_TUNNEL_MAP", key, "vni")
        vlan = config.text("VXLAN_TUNNEL_MAP", key, "vlan") or ""
        if vni and vni not in layer3:
            vrf = config.text("VLAN_INTERFACE", vlan, "vrf_name") or "the default VRF"
            yield "VXLAN_TUNNEL_MAP", key, vni, vrf
