"""VXLAN maps have no EVPN source.

Why: without VXLAN_EVPN_NVO only tunnels with a fixed remote address carry the mapped VLANs; a
fabric that learns remote tunnels by EVPN needs the row.

Example: VXLAN_TUNNEL_MAP rows on a tunnel without dst_ip, and no VXLAN_EVPN_NVO.

Fix: add the row if EVPN is meant; write dst_ip on the tunnel if it has one remote end.

Source: SONiC EVPN VXLAN design; SONiC buildimage issue 11428.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "TEN043"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding if maps use tunnels without remote end and there is no NVO."""
    config = subject.config
    if config.rows("VXLAN_EVPN_NVO"):
        return
    tunnels = {key.partition("|")[0] for key in config.rows("VXLAN_TUNNEL_MAP")}
    for tunnel in config.rows("VXLAN_TUNNEL"):
        if tunnel in tunnels and not config.text("VXLAN_TUNNEL", tunnel, "dst_ip"):
            yield found(
                config,
                f"VXLAN tunnel {tunnel} has maps, no dst_ip and no VXLAN_EVPN_NVO row",
                "add a VXLAN_EVPN_NVO row with source_vtep, or a dst_ip",
                "VXLAN_TUNNEL",
                tunnel,
            )
