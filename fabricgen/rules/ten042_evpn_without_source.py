"""EVPN is in use, but no VXLAN tunnel is its source.

Why: without VXLAN_EVPN_NVO the routes that EVPN learns make no remote tunnels: the log fills and
no tenant traffic crosses the fabric.

Example: `BGP_NEIGHBOR_AF|default|10.0.0.1|l2vpn_evpn` and VXLAN_TUNNEL_MAP rows, but no
VXLAN_EVPN_NVO.

Fix: add `VXLAN_EVPN_NVO|nvo` with `source_vtep` naming the VXLAN tunnel.

Source: ansible-collections/dellemc.enterprise_sonic issue 551; SONiC EVPN VXLAN design.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number

ID = "TEN042"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding if maps and EVPN are there, but no NVO."""
    config = subject.config
    maps = config.rows("VXLAN_TUNNEL_MAP")
    if not maps or config.rows("VXLAN_EVPN_NVO"):
        return
    evidence = _evpn(config)
    if evidence:
        yield found(
            config,
            f"{len(maps)} VXLAN maps and {evidence}, but no VXLAN_EVPN_NVO row",
            "add a VXLAN_EVPN_NVO row with source_vtep naming the tunnel",
            "VXLAN_TUNNEL_MAP",
        )


def _evpn(config: ConfigDb) -> str | None:
    for table in ("BGP_NEIGHBOR_AF", "BGP_PEER_GROUP_AF", "BGP_GLOBALS_AF"):
        for key in config.rows(table):
            if key.endswith("|l2vpn_evpn"):
                return f"{table}|{key}"
    for name in config.rows("VRF"):
        if number(config.text("VRF", name, "vni")):
            return f"VRF {name} with VNI {config.text('VRF', name, 'vni')}"
    return None
